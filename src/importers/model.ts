/**
 * The model of another tool's site: the only interface between the readers of dialects and the
 * writer.
 */
import type { FailurePlace } from '../model/failure.ts';
import type { Finding } from '../system/findings/finding.ts';
import type { ElementTag } from './read/element.ts';
import type { CodeText, Phrases, PipeTable } from '../content/darkdown/markdown/flow.ts';

/** What kind of thing could not be mapped, or was left out. */
export const ISSUE_KINDS = [
  'anchor',
  'code',
  'component',
  'config',
  'container',
  'expression',
  'file',
  'footnote',
  'front-matter',
  'html',
  'image',
  'include',
  'link',
  'math',
  'navigation',
  'notation',
  'title',
  'words',
] as const;

/** The end of issues about settings with words or links above and below the pages. */
export const AROUND_PAGES = ' was left out: pages and the navigation beside them are imported';

export type IssueKind = (typeof ISSUE_KINDS)[number];

/**
 * Something that the user should check after an import. The message is a sentence: what it is, and
 * what happened to it. The file is relative to the source folder; without a line, the issue is
 * about the whole file.
 */
export interface ImportIssue extends Pick<Finding<IssueKind>, 'rule' | 'message'> {
  readonly place: FailurePlace;
}

/** `line` counts from 1; null for the whole file. */
export const issueIn = (
  file: string,
  line: number | null,
  rule: IssueKind,
  message: string,
): ImportIssue => ({ rule, place: line === null ? { file } : { file, line }, message });

/** Adds an issue. `line` counts from 1. */
export type TellIssue = (line: number | null, kind: IssueKind, says: string) => void;

/**
 * The files of the source folder that readers of dialects may use. Paths are relative to it, with
 * `/`.
 */
export interface SourceFolder {
  readonly files: readonly string[];
  has(path: string): boolean;
  /** Returns null if there is no such file, or if it is not readable text. */
  text(path: string): string | null;
}

export interface HeadingPiece {
  readonly kind: 'heading';
  readonly level: number;
  readonly phrases: Phrases;
  /** Names that links may use for it, besides those made from its text. */
  readonly ids: string[];
}

interface ListPiece {
  readonly kind: 'list';
  readonly start: number | undefined;
  readonly isTight: boolean;
  readonly items: readonly (readonly SourcePiece[])[];
}

export interface CodePiece extends CodeText {
  readonly kind: 'code';
}

/** A block of the page format, by the name of its tag. */
export interface BlockPiece {
  readonly kind: 'block';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string | number | boolean>;
  readonly content: readonly SourcePiece[];
}

/** A piece of a page that has lines of its own. */
export type SourcePiece =
  | HeadingPiece
  | { readonly kind: 'paragraph'; readonly phrases: Phrases }
  | { readonly kind: 'quote'; readonly content: readonly SourcePiece[] }
  | ListPiece
  | { readonly kind: 'rule' }
  | Pick<PipeTable, 'kind' | 'aligns' | 'head' | 'rows'>
  | CodePiece
  | { readonly kind: 'html'; readonly html: string }
  | BlockPiece;

/** The facts in a page's front matter, in the terms of the page format. */
export interface PageHead {
  readonly title: string | null;
  /** The title in the sidebar. */
  readonly label: string | null;
  readonly description: string | null;
  readonly keywords: readonly string[];
  readonly tags: readonly string[];
  readonly slug: string | null;
  readonly id: string | null;
  readonly position: number | null;
  /** The classes of the icon in the navigation. */
  readonly icon: string | null;
  readonly isDraft: boolean;
  readonly isHidden: boolean;
}

/** A place that has a name for links, but no heading of its own. */
export interface NamedPlace {
  readonly name: string;
  /** The heading above it; null: it is above all headings. */
  readonly under: HeadingPiece | null;
}

/** A page that was read. */
export interface SourcePage {
  readonly file: string;
  readonly head: PageHead;
  /** The page's first heading of level 1, which is not part of `pieces`. */
  readonly heading: string | null;
  readonly headingIds: readonly string[];
  /** Places that links may use, apart from headings. */
  readonly places: readonly NamedPlace[];
  readonly pieces: readonly SourcePiece[];
  /** The files that were included. Relative links in them may be relative to these files. */
  readonly included: readonly string[];
  /** The texts that were included. */
  readonly parts: readonly string[];
  /** Parts of the source that were left out on purpose. Each has an issue. */
  readonly leftOut: readonly string[];
}

/** An entry of a navigation. */
export type NavNode =
  | {
      readonly kind: 'page';
      readonly file: string;
      readonly label: string | null;
      readonly children: readonly NavNode[];
    }
  | { readonly kind: 'group'; readonly label: string; readonly children: readonly NavNode[] }
  /** An address, or an entry whose page does not exist. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'separator' };

/** A set of pages that becomes one documentation of one version. */
export interface SourceSection {
  /** The tool's name for it; null if the site has only one version. */
  readonly version: string | null;
  /** The tool's name for it; null if the site has only one. */
  readonly documentation: string | null;
  /**
   * The tool's name for the language of translated pages; null or left out for the language of the
   * site.
   */
  readonly locale?: string | null;
  readonly pages: readonly string[];
  /** The folder that contains them. */
  readonly root: string;
  /**
   * Must be called after all pages are read, because the result may depend on their front matter.
   */
  navigation(pages: ReadonlyMap<string, SourcePage>): readonly NavNode[];
  /** Whether a page that is not in the navigation is shown. Left out: it is. */
  readonly showsOutside?: (file: string) => boolean;
  /** Whether the site does not show this page. */
  readonly isDraft?: (file: string) => boolean;
  /** Addresses of the page on the tool's site, without a final slash. */
  routes(page: SourcePage): readonly string[];
}

/**
 * A redirect of a site. `:slug*` at the end of both addresses stands for the rest of the address.
 */
export interface Redirect {
  readonly from: string;
  readonly to: string;
}

/** A function that makes anchors, and the suffix of the second heading with the same text. */
export interface Slugger {
  readonly slug: (text: string) => string;
  readonly second: string;
}

/** The syntax of a tool's pages beyond Markdown. */
export interface Dialect {
  /** MDX: modules, expressions, elements anywhere. Indented lines are not code. */
  readonly isMdx?: true;
  /** Python-Markdown with its usual extensions. */
  readonly isPython?: true;
  /** `{{ … }}`, and `<<< file`. */
  readonly isVue?: true;
  /** `:::name`. */
  readonly hasColons?: true;
  /** `{% name %}`. */
  readonly hasTags?: true;
  /** The title of the front matter is shown above a heading of level 1. */
  readonly showsTitle?: true;
  /**
   * The functions that make anchors from texts: first the tool's own, then those of other tools.
   */
  readonly slugs: readonly [Slugger, ...Slugger[]];
  /** Modules of the tool itself. Their exports are either read here or invisible to readers. */
  readonly ownModules?: RegExp;
  /** The text from which a component's anchor is made; empty if it has none. */
  readonly componentName?: (tag: ElementTag) => string;
  /**
   * Front matter keys that readers see and that pages cannot have, and the end of the issue about
   * their values.
   */
  readonly shownKeys?: ReadonlyMap<string, string>;
  /** Front matter keys that hide a page on the tool's own site: `draft`, `unlisted`, `hidden`. */
  readonly hidesBy?: readonly string[];
  /** The front matter key that says which readers alone may see a page. */
  readonly groupsKey?: string;
  /** Notations of the tool that have no counterpart and stay in the text. The flag `g` is set. */
  readonly notations?: RegExp;
  /** Entries of the navigation that are operations of an API, not pages. */
  readonly operation?: RegExp;
  /** The content that the front matter shows above the body. */
  readonly leadOf?: (front: ReadonlyMap<string, unknown>) => PageLead | null;
}

/** Content of a page that is in its front matter. */
export interface PageLead {
  readonly heading: string | null;
  /** Lines of Markdown. */
  readonly lines: readonly string[];
  /** Rows of cards. */
  readonly cards: readonly (readonly CardFacts[])[];
}

export interface CardFacts {
  readonly title: string | null;
  readonly text: string | null;
  readonly link: string | null;
}

/** A site of another tool. */
export interface SourceSite {
  readonly dialect: Dialect;
  /** Its name in its configuration. */
  readonly name: string | null;
  readonly sections: readonly SourceSection[];
  /** The folder of pages in the configuration, if it is outside the source; otherwise null. */
  readonly outside: string | null;
  /** The files from which the navigation is read. */
  readonly settings: readonly string[];
  /** Folders whose files have addresses relative to the root of the site: `static`, `public`. */
  readonly publicFolders: readonly string[];
  /** Folders to which links from the root, and includes, may be relative. */
  readonly roots: readonly string[];
  /** The prefix of all addresses on the site, such as `/base`; empty if there is none. */
  readonly base: string;
  /** The redirects of the site. */
  readonly redirects: readonly Redirect[];
  /** The origin of the site, without a final slash; null if unknown. */
  readonly address: string | null;
  readonly issues: readonly ImportIssue[];
}
