// Where Schemathesis learns what there is.

/** What there is in the home, by the names of the lists in schemathesis.toml. */
export async function identifiersAt(url) {
  const list = async (type) => (await (await fetch(`${url}/clip/v2/resource/${type}`)).json()).data.arr;
  const ids = async (type) => (await list(type)).map(({ id }) => id);
  const pictures = (await list("scene")).map(({ picture_id }) => picture_id).filter((id) => id !== "");
  return {
    devices: await ids("device"),
    lights: await ids("light"),
    "sync-boxes": await ids("sync"),
    rooms: await ids("room"),
    scenes: await ids("scene"),
    pictures,
  };
}
