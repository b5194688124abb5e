/** Titles of code that a reader has chosen, the last one first: of these, the same are shown everywhere. */
const KEY = 'code-tabs';
const MAX_TITLES = 20;

let titles: readonly string[] | undefined;

/** The titles that were chosen on any page. */
export function chosenTitles(): readonly string[] {
  titles ??= stored();
  return titles;
}

export function rememberTitle(title: string): void {
  titles = [title, ...chosenTitles().filter((each) => each !== title)].slice(0, MAX_TITLES);
  try {
    localStorage.setItem(KEY, JSON.stringify(titles));
  } catch {
    // Storage may be forbidden. Then the choice is kept for this page only.
  }
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
