#!/usr/bin/env bash
# curl recipes:   bash examples/recipes.sh http://127.0.0.1:8080
# With KEY in the environment it also turns a lamp on; pair for one within 10 seconds of a press of the button:
#   curl -s "$URL/api" -d '{"device_type":"me#curl"}'
set -euo pipefail
URL=${1:-http://127.0.0.1:8080}
RESOURCE=$URL/clip/v2/resource

echo "# every lamp that was added, with its state and its room"
curl -sf "$RESOURCE/device?cat1_id=2&join_status=1&ext_light=1&ext_room=1" | cut -c 1-300; echo

echo "# the first light"
ID=$(curl -sf "$RESOURCE/light" | grep -o '"id":"[^"]*"' | sed -n 1p | cut -d '"' -f 4)
curl -sf "$RESOURCE/light/$ID" | cut -c 1-200; echo

echo "# the scenes of a room, by a body on GET"
ROOM=$(curl -sf "$RESOURCE/room" | grep -o '"id":"[^"]*"' | sed -n 1p | cut -d '"' -f 4)
curl -sf -X GET -d "{\"room_uuid\":\"$ROOM\"}" "$RESOURCE/scene" | cut -c 1-200; echo

echo "# nothing new since the last answer: 304, and no body"
TAG=$(curl -sf -o /dev/null -D - "$RESOURCE/light" | tr -d '\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -sf -o /dev/null -w '%{http_code}\n' -H "If-None-Match: $TAG" "$RESOURCE/light"

echo "# what happens, for two seconds"
curl -sfN --max-time 2 "$URL/eventstream/clip/v2" | cut -c 1-200 || true; echo

if [ -n "${KEY:-}" ]; then
  echo "# turns the first light on at 40 %, orange"
  curl -sf -X PUT -H "application-key: $KEY" -d '{"on":1,"brightness":40,"color_rgb":16744448}' "$RESOURCE/light/$ID"; echo
fi
