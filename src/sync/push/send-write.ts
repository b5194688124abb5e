import type { Api } from '../../api/api.ts';
import type { BeforeSend } from '../../api/call.ts';
import type { Written } from '../../api/call.ts';
import { placeOf } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import type { SavingIntent } from '../log/entry.ts';

export interface Outgoing {
  readonly intent: SavingIntent;
  /** The text that is sent. Null: none. */
  readonly content: string | null;
  /** The category of a new page. */
  readonly categoryTitle: string | undefined;
}

export interface SendDeps {
  readonly api: Pick<Api, 'pages'>;
  readonly signal: AbortSignal;
  /** The history message. Undefined: the platform's default. */
  readonly message: string | undefined;
}

/** Sends one write, once. `beforeSend` is called in its slot. */
export function sendWrite(
  { intent, content, categoryTitle }: Outgoing,
  { api, signal, message }: SendDeps,
  beforeSend?: BeforeSend,
): Promise<Written<Page>> {
  switch (intent.op) {
    case 'create': {
      const { slug } = placeOf(intent.key);
      const page = { title: intent.title, slug, content: content ?? '', categoryTitle, message };
      return api.pages.create(intent.documentation, page, { signal, beforeSend });
    }
    case 'update': {
      const { slug } = intent;
      const title = intent.title ?? undefined;
      const change = { slug, title, content: content ?? undefined, message };
      return api.pages.update(intent.id, change, { signal, beforeSend });
    }
    case 'publish':
      return api.pages.publish(intent.id, { signal, beforeSend });
    default:
      return intent satisfies never;
  }
}
