// Loaded into the tool: to runs on this machine, it is at work on another one that shares the folder.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

os.hostname = () => 'another-machine';
syncBuiltinESMExports();
