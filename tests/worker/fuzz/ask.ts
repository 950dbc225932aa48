import fc, { type Arbitrary } from 'fast-check'
import type { ApiDocument, Operation } from '#app/api/document.ts'
import { allowed, broken, eachEmptied } from './from-schema.ts'
import { brokenEscape, inheritedName, oddBody, oddText } from './junk.ts'

/**
 * One request, as printed when its response is wrong. Ids are those of the document's examples
 * (`./world`).
 */
export type Ask = {
  path: string
  headers: Record<string, string>
  body?: string
  /** Which of the existing things to use. */
  pick: number
}
type Parameter = Operation['parameters'][number]

const escaped = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
/** Text allowed in an address: an empty text is another address, and dots lead elsewhere. */
const ofPath = (text: string) => !/^\.{0,2}$/.test(text)
/** Text allowed in a header (RFC 9110). */
const ofHeader = (text: string) => /^[\x21-\x7e\x80-\xff]*$/.test(text)

/** Every request to an operation, generated from the document: valid ones and others. */
export function asksOf(document: ApiDocument, path: string, operation: Operation): Arbitrary<Ask> {
  const { schemas } = document.components
  const values = ({ schema, example }: Parameter): Arbitrary<string> =>
    fc.oneof(
      { weight: example === undefined ? 0 : 3, arbitrary: fc.constant(String(example)) },
      { weight: 1, arbitrary: allowed(schema, schemas).map(String) },
    )
  const all = (where: string) => operation.parameters.filter((parameter) => parameter.in === where)
  const inAddress = (parameter: Parameter): Arbitrary<string> =>
    fc.oneof(
      { weight: 6, arbitrary: values(parameter).map(escaped) },
      { weight: 1, arbitrary: oddText.map(escaped) },
      { weight: 1, arbitrary: brokenEscape },
    )
  const fields = <T>(parameters: Parameter[], of: (parameter: Parameter) => Arbitrary<T>) =>
    fc.record(Object.fromEntries(parameters.map((parameter) => [parameter.name, of(parameter)])), {
      requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name),
      noNullPrototype: true,
    })
  const names = all('path')
  const pathOf = fc
    .tuple(...names.map((parameter) => inAddress(parameter).filter(ofPath)))
    .map((said) =>
      names.reduce((text, { name }, n) => text.replace(`{${name}}`, () => said[n] ?? ''), path),
    )
  return fc
    .record({
      path: pathOf,
      query: fc.oneof(
        { weight: 6, arbitrary: fields(all('query'), inAddress) },
        fc.dictionary(inheritedName, brokenEscape),
      ),
      headers: fields(all('header'), (header) =>
        fc.oneof(versions, values(header), oddText).filter(ofHeader),
      ),
      media: fc.oneof(
        { weight: 15, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'x'),
      ),
      body: bodies(operation, schemas),
      pick: fc.nat(5),
    })
    .map(({ path, query, headers, media, body, pick }) => ({
      path: `${path}?${Object.entries(query)
        .map(([name, value]) => `${escaped(name)}=${value}`)
        .join('&')}`,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': media }) },
      body,
      pick,
    }))
}

/**
 * Requests that chance meets too seldom: the operation's example with one of its lists empty, for
 * each list.
 */
export function emptiedAsks(path: string, { parameters, requestBody }: Operation): Ask[] {
  const examples = (where: string) =>
    parameters.flatMap((one) =>
      one.in === where && one.example !== undefined
        ? [[one.name, String(one.example)] as const]
        : [],
    )
  const filled = examples('path').reduce(
    (text, [name, example]) => text.replace(`{${name}}`, () => example),
    path,
  )
  const headers = { ...Object.fromEntries(examples('header')), 'Content-Type': 'application/json' }
  return eachEmptied(requestBody?.content['application/json'].example).map((body) => ({
    path: filled,
    headers,
    body: JSON.stringify(body),
    pick: 0,
  }))
}

/** If-Match versions of a table that has been replaced a few times. */
const versions = fc.nat(3).map((version) => `"${version}"`)

function bodies({ requestBody }: Operation, schemas: ApiDocument['components']['schemas']) {
  if (!requestBody) return fc.option(oddBody, { nil: undefined, freq: 4 })
  const { schema, example } = requestBody.content['application/json']
  const good = fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    { weight: 1, arbitrary: allowed(schema, schemas) },
  )
  return fc.oneof(
    { weight: 4, arbitrary: good.map((value) => JSON.stringify(value)) },
    { weight: 8, arbitrary: broken(good).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddBody },
    { weight: requestBody.required ? 0 : 1, arbitrary: fc.constant('') },
  )
}
