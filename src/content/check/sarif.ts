import type { Finding } from './finding.ts';
import { RULES } from './rules.ts';
import type { Rule, RuleCode } from './rules.ts';

/** Findings as SARIF 2.1.0, the form that code scanning takes: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */
export function toSarif(findings: readonly Finding[], toolVersion: string): object {
  const codes = [...new Set(findings.map(({ code }) => code))].toSorted();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docs', version: toolVersion, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ code, severity, message, hint, file, line, column }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity,
          message: { text: hint === null ? message : `${message} ${hint}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}

function ruleOf(code: RuleCode): object {
  const { says, severity }: Rule = RULES[code];
  return { id: code, shortDescription: { text: says }, defaultConfiguration: { level: severity } };
}
