import type { Topic } from './topic.ts';

export const exitCodes: Topic = {
  name: 'exit-codes',
  parts: [
    'A command ends with one of these numbers. Scripts may rely on them.',
    [
      ['0', 'Done. Also: there was nothing to do.'],
      [
        '1',
        'The command failed, or the question was answered with no or Ctrl-D. docs check and docs ref check found errors.',
      ],
      [
        '2',
        'The command line or the configuration is wrong. Also: a question could not be asked, and --yes was not given.',
      ],
      ['3', '--check found something to create, update, publish or pull.'],
      ['4', 'The API key is missing, invalid or lacks a permission.'],
      ['5', 'A conflict, or a plan that looks like an accident. Nothing was written.'],
      ['6', 'Waiting for the rate limits would take longer than --max-wait allows.'],
      ['7', 'Some items failed, were skipped or have no place. The others are done.'],
      ['8', 'The platform could not be reached.'],
      ['130', 'It was interrupted. Commands that run until Ctrl-C, such as docs dev, end with 0.'],
    ],
    'With --json, nobody is asked, and stderr has nothing, or the error as one document. It has the code in words, which say more than the number. --verbose adds the messages for people.',
  ],
};
