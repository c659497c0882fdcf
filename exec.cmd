@rem `npm start` begins with exec, so that signals reach the gateway. Windows has no such command, and finds this file.
@%*
