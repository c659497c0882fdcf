/** The ecosystems that people have, by the vendor ids of their controllers. */
const VENDORS: Readonly<Record<number, string>> = {
  4937: "Apple Home",
  4996: "Apple Keychain",
  24582: "Google Home",
  4631: "Amazon Alexa",
  4321: "SmartThings",
  4939: "Home Assistant",
  4447: "Aqara",
  65521: "a test controller",
};

export const vendorNameOf = (vendorId: number): string | undefined => VENDORS[vendorId];
