import type { Api } from './api/api.ts';
import type { Config } from './config/config.ts';
import type { Flags } from './config/flags.ts';
import type { Host } from './host.ts';
import { Failure } from './model/failure.ts';
import type { Ui } from './ui/ui.ts';

/** The client of the configured platform. Rejects with `auth-required` where there is no key for its origin. */
export async function connect(_host: Host, _flags: Flags, config: Config, _ui: Ui): Promise<Api> {
  throw new Failure('auth-required', `There is no key for ${config.baseUrl.value}.`, {
    hint: 'set DOCS_API_KEY',
  });
}
