/** What a page of `docs dev` runs: it follows the changes of its files. */
import { startPage } from './page.ts';
import { follow } from './live/follow.ts';
import { rememberParts } from './live/parts.ts';

// Before any script changes the page: later versions are compared with what the server sent.
rememberParts();
startPage();
follow();
