/** The allowed content of settings files, from the platform's page about the repository layout. */

/** The allowed content of one place in a settings file. Every place may also be empty. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'colour' | 'language' | 'anything' }
  | { readonly kind: 'list'; readonly of: Shape; readonly most?: number }
  | {
      readonly kind: 'map';
      readonly keys: Readonly<Record<string, Shape>>;
      /** Whether undocumented keys are allowed. */
      readonly isOpen?: true;
      /** Whether an invalid value inside falls back to its default without an error. */
      readonly isReset?: true;
    };

const TEXT: Shape = { kind: 'text' };
const FLAG: Shape = { kind: 'flag' };
const COLOUR: Shape = { kind: 'colour' };
const ANYTHING: Shape = { kind: 'anything' };
const TEXTS: Shape = { kind: 'list', of: TEXT };

const map = (keys: Readonly<Record<string, Shape>>): Shape => ({ kind: 'map', keys });

const LINK = map({ title: TEXT, url: TEXT });

/** The shapes of settings files, by what they configure. */
export const SHAPES = {
  project: map({
    title: TEXT,
    variables: { kind: 'map', keys: {}, isOpen: true },
    settings: {
      kind: 'map',
      isOpen: true,
      isReset: true,
      keys: {
        uiVersion: ANYTHING,
        darkMode: FLAG,
        lightCodeTheme: FLAG,
        showThemeToggle: FLAG,
        stickyTopnav: FLAG,
        fullWidthFooter: FLAG,
        mainColour: COLOUR,
        linkColour: COLOUR,
        fontFamily: TEXT,
      },
    },
    navigation: map({
      openLinksNewTab: FLAG,
      logoUrl: TEXT,
      links: { kind: 'list', of: LINK, most: 4 },
      groups: { kind: 'list', of: map({ title: TEXT, icon: TEXT, sections: TEXTS }) },
    }),
  }),
  version: map({ name: TEXT, published: FLAG, documentations: TEXTS, references: TEXTS }),
  documentation: map({
    title: TEXT,
    published: FLAG,
    description: TEXT,
    collapsed: FLAG,
    collapsedCategories: FLAG,
    wide: FLAG,
    sticky: FLAG,
    showLastUpdated: FLAG,
    showLastUpdateUser: FLAG,
    locale: { kind: 'language' },
  }),
  changelog: map({ title: TEXT, description: TEXT, published: FLAG }),
  reference: map({
    title: TEXT,
    description: TEXT,
    published: FLAG,
    downloadable: FLAG,
    expandable: FLAG,
    showTryItOut: FLAG,
    showContentType: FLAG,
    showAccept: FLAG,
    indexCollapsible: FLAG,
    perEndpointLayout: FLAG,
    showOAuth2: FLAG,
    showRequestPayloadOnly: FLAG,
    dontCapitalizeTags: FLAG,
  }),
} as const satisfies Record<string, Shape>;

/** What a settings file configures. */
export type SettingsOf = keyof typeof SHAPES;
