import { writeToStream } from "mqtt-packet";

// Otherwise the packet writer caches a buffer for each number from 0 to 65,535: seven megabytes for the life of the
// process.
writeToStream.cacheNumbers = false;
