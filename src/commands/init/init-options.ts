export interface InitOptions {
  readonly content?: readonly string[];
  readonly in?: string;
  readonly publish?: boolean;
  readonly references?: boolean;
  readonly ci?: 'github' | 'gitlab' | 'none';
  readonly check: boolean;
  readonly force: boolean;
}
