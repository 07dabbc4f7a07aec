"""Files are whole or not there."""

import errno
import os

import pytest

from engine.files import write_atomically


def test_a_file_is_replaced_and_nothing_else_left(tmp_path):
    path = tmp_path / "ä ł 張.mat"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == [path.name]


def test_a_failure_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "match"
    write_atomically(path, b"old")

    def full(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["match"]


def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(tmp_path / "match", b"new")
    assert caught.value.filename == str(tmp_path / "match")
    assert os.listdir(tmp_path) == []


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(OSError, match="no such folder"):
        write_atomically(tmp_path / "no" / "such", b"")
