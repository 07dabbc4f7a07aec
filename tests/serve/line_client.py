"""A client that talks in lines."""

import socket


class LineClient:
    def __init__(self, address, seconds=60):
        if ":" in address:
            host, port = address.rsplit(":", 1)
            self.socket = socket.create_connection((host, int(port)), seconds)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(seconds)
            self.socket.connect(address)
        self.file = self.socket.makefile("rb")

    def ask(self, line):
        self.send(line + "\n")
        return self.read()

    def send(self, text):
        self.socket.sendall(text.encode() if isinstance(text, str) else text)

    def read(self):
        """The next line without its end; empty at the end of the connection."""
        return self.file.readline().decode().rstrip("\n")

    def ended(self):
        """Whether the server has hung up."""
        try:
            return self.file.readline() == b""
        except ConnectionError:
            return True

    def close(self):
        self.file.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
