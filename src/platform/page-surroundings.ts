/** The project around a page, as a conversion needs it. Queries are batched and request only what the page mentions. */
import {
  type LinkTarget,
  type Resolver,
  boundedVariables,
} from '../content/darkdown/write/resolver.ts';

/** What a conversion asked for without having an answer yet. */
export interface Questions {
  /** As the page has them, without fragments. */
  readonly links: readonly string[];
  /** Names of variables. */
  readonly variables: readonly string[];
  /** Ids of synced blocks. */
  readonly syncedBlocks: readonly string[];
  readonly children: boolean;
}

/** Answers to questions. If a question has no answer, the page's own text stays. */
export interface Answers {
  readonly links: ReadonlyMap<string, LinkTarget>;
  readonly variables: ReadonlyMap<string, string>;
  /** Bodies of darkdown, by id. */
  readonly syncedBlocks: ReadonlyMap<string, string>;
  readonly children: readonly LinkTarget[];
}

export type AskSurroundings = (questions: Questions) => Promise<Answers>;

/** The largest number of names of a kind that one page may ask for in total. Others count as unknown. */
const MAX_NAMES = 5_000;

/**
 * The first round finds what the page mentions. Each further round finds what the synced blocks of
 * the round before mention. Blocks nest at most four deep.
 */
const MAX_ROUNDS = 6;

/**
 * Converts with what the project knows. Calls `write` until it asks for nothing new, twice for most
 * pages, so `write` must return the same for the same answers and have no other effect. Calls `ask`
 * once per round, with all new questions.
 */
export async function withSurroundings<T>(
  ask: AskSurroundings,
  write: (resolver: Resolver) => T,
): Promise<T> {
  const surroundings = new Surroundings();
  for (let round = 1; ; round += 1) {
    surroundings.begin();
    const result = write(surroundings);
    const questions = surroundings.questions();
    if (questions === null || round === MAX_ROUNDS) return result;
    surroundings.learn(questions, await ask(questions));
  }
}

class Surroundings implements Resolver {
  readonly #links = new Names<LinkTarget>();
  readonly #variables = new Names<string>();
  readonly #synced = new Names<string>();
  #children: readonly LinkTarget[] | null = null;
  #wantsChildren = false;
  /** The value of a variable, bounded once per round. */
  variable = this.#boundedVariables();

  begin(): void {
    this.variable = this.#boundedVariables();
  }

  /** `null` if nothing is asked. */
  questions(): Questions | null {
    const children = this.#wantsChildren && this.#children === null;
    const links = this.#links.wanted();
    const variables = this.#variables.wanted();
    const syncedBlocks = this.#synced.wanted();
    const asks = children || links.length + variables.length + syncedBlocks.length > 0;
    return asks ? { links, variables, syncedBlocks, children } : null;
  }

  learn(asked: Questions, { links, variables, syncedBlocks, children }: Answers): void {
    this.#links.learn(links);
    this.#variables.learn(variables);
    this.#synced.learn(syncedBlocks);
    if (asked.children) this.#children = children;
  }

  page(link: string): LinkTarget | undefined {
    return this.#links.get(link);
  }

  #boundedVariables(): Resolver['variable'] {
    return boundedVariables((name) => this.#variables.get(name));
  }

  synced(id: string): string | undefined {
    return this.#synced.get(id);
  }

  children(): readonly LinkTarget[] {
    this.#wantsChildren = true;
    return this.#children ?? [];
  }

  /** Assets are not in the API, so only the address in the page is known. */
  asset(): undefined {
    return undefined;
  }

  file(): undefined {
    return undefined;
  }

  glossary(): undefined {
    return undefined;
  }

  audience(): boolean {
    return false;
  }
}

/** Names of one kind: known, known not to exist, or not asked for yet. */
class Names<T> {
  readonly #known = new Map<string, T>();
  readonly #asked = new Set<string>();
  #wanted: string[] = [];

  get(name: string): T | undefined {
    if (!this.#asked.has(name) && this.#asked.size < MAX_NAMES && isName(name)) {
      this.#asked.add(name);
      this.#wanted.push(name);
    }
    return this.#known.get(name);
  }

  wanted(): readonly string[] {
    return this.#wanted;
  }

  learn(answers: ReadonlyMap<string, T>): void {
    for (const [name, answer] of answers) this.#known.set(name, answer);
    this.#wanted = [];
  }
}

const MAX_NAME_LENGTH = 1_000;

/** Whether a database can be asked for this name. A plugin's JSON can contain any text. */
const isName = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH && !/[\0\p{Surrogate}]/u.test(text);
