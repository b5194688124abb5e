import type { Context } from '../../context.ts';
import { copyPlatform } from '../../platform/change-from-outside.ts';
import type { CopiedPlatform } from './document.ts';
import { copiedPlatformView } from './view.ts';
import { namedPlace } from './place.ts';

export interface CopyFlags {
  readonly from: string;
  readonly to: string;
}

/** Copies a whole project from a folder or a database into another one, which must be empty. */
export async function copyWholePlatform({ host, ui }: Context, flags: CopyFlags): Promise<void> {
  const rows = await copyPlatform(namedPlace(flags.from, host), namedPlace(flags.to, host));
  const copied: CopiedPlatform = {
    versions: rows.version,
    documentations: rows.documentation,
    pages: rows.page,
    references: rows.reference,
    changelogs: rows.changelog,
    users: rows.account,
    readers: rows.reader,
    keys: rows.api_key,
    auditEntries: rows.audit,
  };
  await ui.result(copied, copiedPlatformView);
}
