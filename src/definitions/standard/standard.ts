/** Checks a definition, and everything that it refers to, against its version of the standard. */
import type { Definition } from '../read.ts';
import { checkWhole } from './checks/whole.ts';
import { Inspection, type Reading } from './inspection.ts';
import type { Breach } from './spot.ts';
import type { Standard } from './shape.ts';

/** All breaches of the standard, in no particular order. Opens documents when references lead to them. */
export async function breachesOf(definition: Definition, reading: Reading): Promise<Breach[]> {
  const standard = definition.specification.slice(0, 3) as Standard;
  const inspection = new Inspection(definition, standard, reading);
  await inspection.run();
  checkWhole(inspection);
  return inspection.breaches;
}
