"""One engine of the C++ wheel and one registered region that obey lines of standard input.

The lines are those of the command engine_peer. Arguments: HOST[:PORT] BYTES METADATA_SERVER.
"""

import ctypes
import mmap
import os
import random
import sys
import zlib

from mooncake.engine import TransferEngine

BLOCK = 1 << 20


def say(text):
    # One write, so that log lines of other threads do not cut it.
    os.write(1, ("\n> " + text + "\n").encode())


class Peer:
    def __init__(self, host, length, metadata):
        self.length = length
        self.pages = mmap.mmap(-1, length)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))
        self.engine = TransferEngine()
        if self.engine.initialize(host, metadata, "tcp", "") != 0:
            raise SystemExit("the engine does not start")
        if self.engine.register_memory(self.base, length) != 0:
            raise SystemExit("the memory cannot be registered")
        name = host
        if metadata == "P2PHANDSHAKE":
            name = "%s:%d" % (host.rsplit(":", 1)[0], self.engine.get_rpc_port())
        say("ready %s %d %d" % (name, self.base, length))

    def sum(self, offset, length):
        view, crc = memoryview(self.pages), 0
        for at in range(offset, offset + length, BLOCK):
            crc = zlib.crc32(view[at : min(at + BLOCK, offset + length)], crc)
        return "ok %d" % crc

    def fill(self, offset, length, seed):
        source = random.Random(seed)
        for at in range(offset, offset + length, BLOCK):
            count = min(BLOCK, offset + length - at)
            self.pages[at : at + count] = source.randbytes(count)
        return self.sum(offset, length)

    def answer(self, verb, words):
        if verb == "fill":
            return self.fill(int(words[0]), int(words[1]), int(words[2]))
        if verb == "sum":
            return self.sum(int(words[0]), int(words[1]))
        if verb == "probe":
            return "ok" if self.engine.send_probe(words[0]) == 0 else "failed NO_ANSWER"
        if verb == "first":
            return "ok %d" % self.engine.get_first_buffer_address(words[0])
        move = {"read": self.engine.transfer_sync_read, "write": self.engine.transfer_sync_write}[verb]
        code = move(words[0], self.base + int(words[2]), int(words[1]), int(words[3]))
        return "ok" if code == 0 else "failed CODE %d" % code


def main():
    peer = Peer(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    for line in sys.stdin:
        number, verb, *words = line.split()
        say("%s %s" % (number, peer.answer(verb, words)))


main()
