/** Holds a definition, and all that it refers to, to the letter of its version of the standard. */
import type { Definition } from '../read.ts';
import { checkWhole } from './checks/whole.ts';
import { Inspection, type Reading } from './inspection.ts';
import type { Breach } from './spot.ts';
import type { Standard } from './shape.ts';

/** What is not as the standard wants it, in no order. Documents are opened as references lead to them. */
export async function breachesOf(definition: Definition, reading: Reading): Promise<Breach[]> {
  const standard = definition.specification.slice(0, 3) as Standard;
  const inspection = new Inspection(definition, standard, reading);
  await inspection.run();
  checkWhole(inspection);
  return inspection.breaches;
}
