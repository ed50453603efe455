"""Tries the sockets of a service as who may not come in, for some seconds, and prints what it gets: nothing.

    stranger.py HOST PORT SECONDS [KEYS]

Without KEYS it does not encrypt; with the file of a key that is listed it encrypts with one of its own making."""
import json
import sys
import zmq

host, port, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
context = zmq.Context()
poller = zmq.Poller()
for kind, number in ((zmq.SUB, port), (zmq.DEALER, port + 1)):
    socket = context.socket(kind)
    socket.setsockopt(zmq.LINGER, 0)
    if len(sys.argv) > 4:
        services = json.load(open(sys.argv[4]))["services"]
        public, secret = zmq.curve_keypair()
        socket.curve_publickey, socket.curve_secretkey = public, secret
        socket.curve_serverkey = services[host].encode()
    if kind == zmq.SUB:
        socket.subscribe("")
    socket.connect(f"tcp://{host}:{number}")
    if kind == zmq.DEALER:
        socket.send_json({"request": "service.status", "id": 1})
    poller.register(socket, zmq.POLLIN)
for socket, _ in poller.poll(seconds * 1000):
    print("heard", socket.recv_multipart()[0], flush=True)
print("done", flush=True)
