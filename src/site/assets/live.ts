/** What a page runs while it is written: it follows its files. */
import { startPage } from './page.ts';
import { follow } from './live/follow.ts';
import { rememberParts } from './live/parts.ts';

// Before anything is made more of: what the server sends next is compared with what it sent.
rememberParts();
startPage();
follow();
