import type { Exported } from './document.ts';
import { count } from '../../ui/count.ts';
import type { Style } from '../../ui/style.ts';

export function exportView({ file, folder, files, bytes }: Exported, style: Style): string {
  const size =
    bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  const places = [file, folder].filter((place) => place !== null).map((place) => style.text(place));
  return `${style.green('✔')} ${count(files, 'file')}, ${size} packed: ${places.join(' and ')}`;
}
