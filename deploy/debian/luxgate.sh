#!/bin/sh
# The program with the Node that comes with it. For the user of the service, the state folder of the service. A user that
# systemd made up has no name.
if [ -z "$LUXGATE_DATA_DIR" ] && [ "$(id -un 2>/dev/null)" = luxgate ]; then
  export LUXGATE_DATA_DIR=/var/lib/luxgate
fi
# A gateway runs for months beside other programs: a small heap matters more to it than the last of its speed.
exec /usr/lib/luxgate/bin/node --memory-saver-mode --max-semi-space-size=8 --heap-growing-percent=50 --v8-pool-size=1 /usr/lib/luxgate/dist/luxgate.js "$@"
