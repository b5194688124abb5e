import type { TextPosition } from './place.ts';

/** A rule that results refer to. */
export interface SarifRule {
  readonly id: string;
  readonly fullDescription?: { readonly text: string };
}

interface SarifResult extends TextPosition {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly uri: string;
}

/** A log in SARIF 2.1.0, the format that code scanning accepts: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */
export function sarifLog(
  toolVersion: string,
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
): object {
  const ids = rules.map(({ id }) => id);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docs', version: toolVersion, rules } },
        columnKind: 'utf16CodeUnits',
        results: results.map(({ rule, level, message, uri, line, column }) => ({
          ruleId: rule,
          ruleIndex: ids.indexOf(rule),
          level,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** A relative path as a URI, from its parts. */
export const uriOf = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');
