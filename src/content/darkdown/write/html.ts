/** The only two functions that put text into HTML. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\0': '\uFFFD',
};

// NUL is excluded because it marks the places that are filled in later.
// oxlint-disable-next-line no-control-regex -- NUL is meant
const SPECIAL = /[&<>"\0]/;
// oxlint-disable-next-line no-control-regex -- NUL is meant
const ALL_SPECIAL = /[&<>"\0]/g;

/** Text that is safe between tags and in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (char) => ESCAPES[char] ?? char) : text;

type AttributeText = string | number | undefined;

/** `<name a="b">`. Leaves out `undefined` attributes. Names must be ours; values are escaped. */
export function openTag(name: string, attributes: Readonly<Record<string, AttributeText>>): string {
  let html = `<${name}`;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) html += ` ${attribute}="${escapeHtml(String(value))}"`;
  }
  return `${html}>`;
}
