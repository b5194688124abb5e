/**
 * All tools that can be imported from. To add one, create a folder beside this file, and add its
 * name here.
 */
import { DOCUSAURUS } from './docusaurus/docusaurus-tool.ts';
import { PLATFORM_EXPORT } from './export/export-tool.ts';
import { GITBOOK } from './gitbook/gitbook-tool.ts';
import { MINTLIFY } from './mintlify/mintlify-tool.ts';
import { MKDOCS } from './mkdocs/mkdocs-tool.ts';
import type { SiteTool, Tool } from './import-tool.ts';
import { VITEPRESS } from './vitepress/vitepress-tool.ts';

/** Tools that build sites from folders of pages, in the order in which help lists them. */
export const SITE_TOOLS: readonly SiteTool[] = [DOCUSAURUS, VITEPRESS, MKDOCS, GITBOOK, MINTLIFY];

export const TOOLS: readonly Tool[] = [...SITE_TOOLS, PLATFORM_EXPORT];
