import type { LoggedIn, LoggedOut } from './document.ts';
import type { Config } from '../../config/config.ts';
import { isKey, openKeyStore, placeOfKey } from '../../config/credentials.ts';
import { connectWith, isOutOfFile } from '../../connect.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { isLoopback } from '../../model/address.ts';
import { readInput } from '../shared/named-files/input.ts';
import { tryKey } from './try-key.ts';
import type { View } from '../../ui/ui.ts';

/** Said if the person does not go on. */
const NO_KEY = 'No key was sent or stored.';

/** Tries a key and stores it. Rejects with `auth-required` if the platform does not know it: then an earlier key stays. */
export async function login(context: Context): Promise<void> {
  const { host, ui } = context;
  const config = await context.config();
  const { origin } = new URL(config.baseUrl.value);
  await confirmOrigin(context, config, origin);
  const key = await readKey(context, origin);
  const api = connectWith(host, config, ui, key);
  try {
    await tryKey(api, host.signal);
  } finally {
    await api.close();
  }
  const place = placeOfKey(origin, config.profile.value);
  const keptIn = await openKeyStore(host).keep(place, key);
  const loggedIn: LoggedIn = { origin, keptIn };
  await ui.result(loggedIn, loginView);
  if (host.env['DOCS_API_KEY']) {
    ui.warn('DOCS_API_KEY is set: it is used instead of the stored key.', 'unset DOCS_API_KEY');
  }
}

/** A cloned folder may name any address, so the user has to confirm it before a key is sent there. */
async function confirmOrigin(
  { ui }: Context,
  { baseUrl, file }: Config,
  origin: string,
): Promise<void> {
  if (!isOutOfFile(baseUrl) || isLoopback(new URL(baseUrl.value))) return;
  const hint = `If you trust it, say so: docs login --base-url ${baseUrl.value}`;
  if (!ui.interactive) {
    throw new Failure(
      'usage',
      `${file ?? 'The configuration'} chose the address ${origin}, not you.`,
      { hint },
    );
  }
  const sure = await ui.ask(
    (prompts, context) =>
      prompts.confirm(
        { message: `The config file names ${origin}. Send your key there?`, default: false },
        context,
      ),
    hint,
    NO_KEY,
  );
  if (!sure) throw new Failure('declined', NO_KEY);
}

async function readKey(command: Context, origin: string): Promise<string> {
  const { host, ui } = command;
  if (!ui.interactive && host.stdin.isTTY === true) {
    throw new Failure('usage', 'The key cannot be asked for: this run asks nothing.', {
      hint: 'Give the key on standard input: docs login < key.txt',
    });
  }
  // A key on standard input is used even if a person could be asked.
  const text =
    ui.interactive && host.stdin.isTTY === true
      ? await ui.ask(
          (prompts, context) =>
            prompts.password({ message: `API key for ${origin}:`, mask: false }, context),
          'Give the key on standard input: docs login < key.txt',
          NO_KEY,
        )
      : (await readInput(command, '-', 'key')).toString('utf8');
  const key = text.trim();
  if (key === '') {
    throw new Failure('usage', 'No API key was given.', {
      hint: 'Run docs login on a terminal, or give the key on standard input',
    });
  }
  if (!isKey(key)) {
    throw new Failure(
      'usage',
      'That does not look like an API key: it has characters that no key has.',
      {
        hint: 'Copy it again, alone and without quotes',
      },
    );
  }
  return key;
}

const loginView: View<LoggedIn> = ({ origin, keptIn }, style) => {
  const place = keptIn === 'system' ? "the system's key store" : 'a file that only you can read';
  return `${style.green('✔')} The key works. It is stored for ${style.text(origin)} in ${place}.`;
};

export const logoutView: View<LoggedOut> = ({ forgotten }, style) =>
  forgotten.length === 0
    ? 'There was no stored key to remove.'
    : forgotten
        .map(
          (origin) => `${style.green('✔')} The stored key for ${style.text(origin)} was removed.`,
        )
        .join('\n');
