/** Names of elements, by the way they are read. */

/** Inline elements of HTML. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark nobr q s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Block elements of HTML. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside audio blockquote body center col colgroup dd details dialog div dl dt embed fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr iframe legend li link main menu meta nav noscript object ol optgroup option p picture pre section ' +
    'select source style script summary svg table tbody td template textarea tfoot th thead title tr ul video math canvas hgroup map area param track'
  ).split(' '),
);

/** Elements without content. */
export const VOID: ReadonlySet<string> = new Set(
  'area br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Inline components. */
export const INLINE_COMPONENTS: ReadonlySet<string> = new Set([
  'Badge',
  'Icon',
  'Tooltip',
  'Latex',
  'Kbd',
  'Link',
  'VPIcon',
]);

/** Whether a name is an element of HTML. */
export const isHtml = (name: string): boolean => INLINE.has(name) || BLOCKS.has(name);

/**
 * The lower-case name of an HTML element. Old pages write such names in capitals; a single capital
 * is the name of a component.
 */
export const htmlName = (name: string): string =>
  name.length > 1 && name.toUpperCase() === name && isHtml(name.toLowerCase())
    ? name.toLowerCase()
    : name;

/** Names of emoji and icons, but not the options of `:::`. */
export const EMOJI = /(?<!\S|:::[^]{0,300}):[a-z][a-z\d_+-]{1,60}:(?!\S*:\/\/)/g;
