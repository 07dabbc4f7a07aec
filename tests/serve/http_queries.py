"""What the tests of the HTTP server share."""

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
START = {"p24": 2, "p19": -5, "p17": -3, "p13": 5, "p12": -5, "p8": 3, "p6": 5, "p1": -2}
"""The starting position, in wildbg's words."""


def query_of(board):
    return {f"p{slot}": int(count) for slot, count in enumerate(board) if count}


def message(answer, status=400):
    """The message of an answer that must be an error, in the one form that errors have."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert list(answer.json()) == ["message"]
    return answer.json()["message"]
