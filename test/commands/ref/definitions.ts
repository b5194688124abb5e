/** Small definitions for the tests of `docs ref`. */

export const PETS = `# Pets of the shop
openapi: 3.1.0
info:
  title: Pets
  version: 2023-03-20
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      responses:
        '200':
          description: All pets
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}
  /pets/{id}:
    get:
      operationId: getPet
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      responses:
        '200':
          description: A pet
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Pet'}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string}
        kind: {type: string, enum: [cat, dog]}
        friend: {$ref: '#/components/schemas/Pet'}
`;

/** Breaking (name is optional), risky (a kind more) and safe (an operation more). */
export const NEWER_PETS = PETS.replace('      required: [name]\n', '')
  .replace('[cat, dog]', '[cat, dog, bird]')
  .replace(
    'components:\n',
    "  /owners:\n    get:\n      operationId: listOwners\n      responses:\n        '200': {description: All owners}\ncomponents:\n",
  );

/** Nothing that clients notice: another order, another notation, a comment. */
export const REWRITTEN_PETS = PETS.replace('# Pets of the shop\n', '# The same pets\n').replace(
  'info:\n  title: Pets\n  version: 2023-03-20\n',
  'info: {version: "2023-03-20", title: "Pets"}\n',
);

/** A folder that names two versions. */
export const VERSIONS = {
  'v1.0/docs/intro.md': '---\ntitle: Intro\n---\n\nHello\n',
  'v2.0/docs/intro.md': '---\ntitle: Intro\n---\n\nHello\n',
};
