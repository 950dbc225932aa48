import fc from 'fast-check'

const deep = (depth: number): unknown => (depth === 0 ? {} : { in: [deep(depth - 1)] })

/** Names that every object inherits. */
export const inheritedName = fc.constantFrom(
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
)

/** Text that no field expects, of the kinds that have broken programs before. */
export const oddText = fc.oneof(
  inheritedName,
  fc.constantFrom('', ' ', '\u0000', '\ud800', 'a\udfff', '\u202e\u200b\ufeff', 'x'.repeat(10_000)),
  fc.constantFrom(
    'null',
    'NaN',
    '-1',
    '1e999',
    '007',
    '9'.repeat(40),
    '👩‍👩‍👧'.repeat(20),
    '名'.repeat(3_000),
  ),
  fc.constantFrom(
    '2026-02-30',
    '9999-12-31',
    '0000-01-01T00:00',
    '2027-03-28T01:30',
    '+275760-09-13T00:00Z',
  ),
  fc.constantFrom(
    "'; drop table users; --",
    '%',
    '_',
    '../..',
    '{{name}}',
    '$&',
    '<script>',
    'a:b:c',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

export const oddValue = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 2 ** 53, -(2 ** 31), 1e308),
  fc.constantFrom<unknown>([], {}, [[]], [null], deep(3), deep(500), Array(2_000).fill(0)),
  fc.jsonValue(),
)

/** Bodies that are not objects, not JSON, or too large. */
export const oddBody = fc.constantFrom(
  ...['', 'null', '7', '"text"', '[]', '[{}]', '{', '{"a":1,}', '\ufeff{}', '\u0000'],
  '['.repeat(30_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"__proto__":{"userId":"usr_1"},"constructor":{"prototype":{"a":1}}}',
)

/** Parts of an address that do not decode to text. */
export const brokenEscape = fc.constantFrom('%', '%zz', '%ff', '%ed%a0%80', '%00')
