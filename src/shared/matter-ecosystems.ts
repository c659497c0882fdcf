/** The apps that take the lamps by Matter, and where they take the code. docs/matter.md has the rest. */
export const MATTER_ECOSYSTEMS: readonly { readonly name: string; readonly where: string }[] = [
  { name: "Apple Home", where: "Add Accessory; confirm that it is uncertified" },
  { name: "Home Assistant", where: "Settings, Devices & services, Add device, Matter" },
  { name: "SmartThings", where: "Add device, Scan QR code" },
  { name: "Amazon Alexa", where: "Add Device, Matter; needs UDP port 5540" },
  { name: "Google Home", where: "Add device; needs an entry in its developer console first" },
];
