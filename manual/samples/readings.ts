import { open, type Report } from './station.ts';

export async function main(report: Report): Promise<void> {
  // #region readings
  const station = await open('Lapwing 2');
  for (const reading of station.readings('today')) {
    report.add(reading.at, reading.wind);
  }
  // #endregion readings
}
