/** What every page of the site runs. */
import { startPage } from './page.ts';

startPage();
