import { writeToStream } from "mqtt-packet";

// The packet writer would make a buffer for each number from 0 to 65,535 beforehand: seven megabytes that are never given back.
writeToStream.cacheNumbers = false;
