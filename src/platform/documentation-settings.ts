/** The settings of a documentation, as its export writes them and the API names them. */

/** The defaults, in the order of an export. */
export const DEFAULT_SETTINGS = {
  description: null,
  wide: true,
  sticky: false,
  collapsed: false,
  collapsedCategories: false,
  showLastUpdated: false,
  locale: 'en_us',
};

/** The settings stored for a documentation. An archive may have brought anything. */
export const storedSettings = (json: string): Readonly<Record<string, unknown>> =>
  JSON.parse(json) as Record<string, unknown>;

export interface DocumentationSettings {
  readonly description: string | null;
  readonly collapsed: boolean;
  readonly wide: boolean;
  readonly sticky: boolean;
  readonly locale: string;
  readonly showPagesLastUpdated: boolean;
  readonly showPagesLastUpdateUser: boolean;
  readonly hasExpandableCategories: boolean;
}

/** In the form in which `GET /version/{id}/documentation` answers them. A value of the wrong type counts as not set. */
export function documentationSettings(json: string): DocumentationSettings {
  const stored = storedSettings(json);
  const truth = (name: string, preset: boolean): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : preset;
  };
  const text = <Preset>(name: string, preset: Preset): string | Preset => {
    const value = stored[name];
    return typeof value === 'string' ? value : preset;
  };
  const preset = DEFAULT_SETTINGS;
  return {
    description: text('description', preset.description),
    collapsed: truth('collapsed', preset.collapsed),
    wide: truth('wide', preset.wide),
    sticky: truth('sticky', preset.sticky),
    locale: text('locale', preset.locale),
    showPagesLastUpdated: truth('showLastUpdated', preset.showLastUpdated),
    showPagesLastUpdateUser: truth('showLastUpdateUser', false),
    hasExpandableCategories: truth('collapsedCategories', preset.collapsedCategories),
  };
}
