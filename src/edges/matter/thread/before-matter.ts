import { config } from "@matter/nodejs/config";

// By default matter.js takes flags, variables, files and signals of the whole process for its own. It must be told before
// any other module of it is loaded.
config.loadProcessArgv = false;
config.loadProcessEnv = false;
config.loadConfigFile = false;
config.trapProcessSignals = false;
config.trapUnhandledErrors = false;
config.setProcessExitCodeOnError = false;
config.initializeStorage = false;
