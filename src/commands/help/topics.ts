import { environment } from './environment.ts';
import { exitCodes } from './exit-codes.ts';
import { files } from './files.ts';
import { layouts } from './layouts.ts';
import type { Topic } from './topic.ts';

export const TOPICS: readonly Topic[] = [environment, exitCodes, files, layouts];
