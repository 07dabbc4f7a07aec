"""The server of lines against clients of every kind."""

import socket
import threading
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.serve.line_server import Limits, LineServer
from tests.serve.line_client import LineClient

LIMITS = Limits(line_bytes=100, line_seconds=0.5, clients=8)


class Echo:
    def answer(self, line):
        if line == "bye":
            return None
        if line == "bug":
            raise KeyError(line)
        return "x" * 2_000_000 if line == "flood" else f"<{line}>"

    def refuse(self, reason):
        return f"refused: {reason}"


@pytest.fixture
def server():
    with LineServer("127.0.0.1:0", Echo, LIMITS) as server:
        yield server


def still_serves(server):
    with LineClient(server.address) as client:
        return client.ask("hello") == "<hello>"


def test_answers_each_line_and_says_goodbye(server):
    with LineClient(server.address) as client:
        assert client.ask("one") == "<one>"
        client.send("two\r\nthree\n\0four\n")
        assert [client.read() for _ in range(3)] == ["<two>", "<three>", "<four>"]
        client.send("bye\n")
        assert client.ended()


def test_a_line_may_come_in_pieces(server):
    with LineClient(server.address) as client:
        for piece in ("sl", "ow", "ly\n"):
            client.send(piece)
            time.sleep(0.05)
        assert client.read() == "<slowly>"


def test_a_silent_client_may_stay_but_a_half_line_ends_the_conversation(server):
    with LineClient(server.address) as client:
        time.sleep(0.7)
        assert client.ask("still here") == "<still here>"
        client.send("half a li")
        assert client.ended()
    assert still_serves(server)


def test_a_client_who_sends_a_byte_now_and_then_does_not_stay(server):
    with LineClient(server.address) as client:
        began = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - began < 5:
                client.send("x")
                time.sleep(0.1)
        assert time.monotonic() - began < 3
    assert still_serves(server)


@pytest.mark.parametrize("length", [101, 5000, 70_000, 1_000_000])
def test_a_long_line_is_refused_and_the_next_one_answered(server, length):
    with LineClient(server.address) as client:
        client.send("y" * length + "\nnext\n")
        assert client.read() == "refused: the line is too long: 100 bytes are accepted"
        assert client.read() == "<next>"


def test_a_failing_answer_is_told_and_logged(server, caplog):
    with LineClient(server.address) as client:
        assert client.ask("bug").startswith("refused: the engine failed")
        assert client.ask("next") == "<next>"
    assert "KeyError" in caplog.text


def test_a_client_who_does_not_read_is_dropped(server):
    with LineClient(server.address) as client:
        client.send("flood\n" * 20)
        time.sleep(1.0)
        assert still_serves(server)


def test_one_client_too_many_is_told_so(server):
    clients = [LineClient(server.address) for _ in range(LIMITS.clients)]
    assert all(client.ask("a") == "<a>" for client in clients)
    with LineClient(server.address) as late:
        assert late.read() == "refused: 8 clients are connected"
        assert late.ended()
    clients.pop().close()
    deadline = time.monotonic() + 5
    while not (served := still_serves_now(server)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert served
    for client in clients:
        client.close()


def still_serves_now(server):
    with LineClient(server.address) as client:
        try:
            return client.ask("hello") == "<hello>"
        except ConnectionError:
            return False


def test_clients_are_not_mixed_up(server):
    wrong = []

    def talk(number):
        with LineClient(server.address) as client:
            for i in range(50):
                if client.ask(f"{number}-{i}") != f"<{number}-{i}>":
                    wrong.append((number, i))

    threads = [threading.Thread(target=talk, args=(n,)) for n in range(LIMITS.clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert wrong == []


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.binary(max_size=300))
def test_any_bytes_leave_it_serving(server, sent):
    with LineClient(server.address) as client:
        try:
            client.send(sent + b"\nmark\n")
            while client.read() not in ("<mark>", ""):
                pass
        except ConnectionError:
            assert b"bye" in sent
    assert still_serves(server)


def test_no_thread_is_left_when_clients_go(server):
    before = threading.active_count()
    for _ in range(30):
        with LineClient(server.address) as client:
            client.ask("x")
            client.send("unfinished")
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert threading.active_count() <= before


def test_closing_hangs_up_and_frees_the_address():
    server = LineServer("127.0.0.1:0", Echo, LIMITS)
    with LineClient(server.address) as client:
        assert client.ask("x") == "<x>"
        server.close()
        assert client.ended()
    again = LineServer(server.address, Echo, LIMITS)
    assert still_serves(again)
    again.close()


def test_a_unix_socket_is_served_and_removed(tmp_path):
    path = tmp_path / "engine.sock"
    with LineServer(str(path), Echo, LIMITS) as server, LineClient(str(path)) as client:
        assert server.address == str(path)
        assert client.ask("local") == "<local>"
    assert not path.exists()


def test_an_abandoned_socket_file_is_replaced_and_a_used_one_is_not(tmp_path):
    path = tmp_path / "engine.sock"
    with socket.socket(socket.AF_UNIX) as abandoned:
        abandoned.bind(str(path))
    with LineServer(str(path), Echo, LIMITS):
        with pytest.raises(OSError):
            LineServer(str(path), Echo, LIMITS)
        with LineClient(str(path)) as client:
            assert client.ask("local") == "<local>"


def test_a_file_in_the_way_is_left_alone(tmp_path):
    path = tmp_path / "notes"
    path.write_text("mine")
    with pytest.raises(OSError):
        LineServer(str(path), Echo, LIMITS)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("address", ["localhost:http", "127.0.0.1:", "127.0.0.1:70000", ":-1"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ValueError, match="host:port or a path"):
        LineServer(address, Echo, LIMITS)
