import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** An address without a page answers nothing to a form either. */
const NO_PAGE = 'site/not-found'

export type FormPage = {
  /** Its room and name. */
  name: string
  /** React sends a form to it: it has an action, and is neither plain nor of the console. */
  isSent: boolean
  /** Without a reply it stays as it is (`keepForm`). */
  isKept: boolean
  /** It can say that there was no reply. */
  isTold: boolean
  isPayment: boolean
}

const nameOf = (file: string): string =>
  file
    .replace(/^app\/(?:features\/)?|\.route\.tsx$/g, '')
    .replace('/pages/', '/')
    .replace(/([^/]+)\/\1$/, '$1')

/** Every page of students, and what it does with a form that gets no reply. */
export const formPages = (): FormPage[] =>
  globSync('app/**/*.route.tsx', { cwd: root })
    .map((file) => ({ file, name: nameOf(file) }))
    .filter(({ file, name }) => !/\/console\/|\/admin-/.test(file) && name !== NO_PAGE)
    .map(({ file, name }) => {
      const text = read(file)
      return {
        name,
        isSent:
          /\bexport (async function|const) action\b/.test(text) &&
          !/\b(?:plain|bare): true/.test(text),
        isKept: /\bkeepForm as clientAction\b|\bclientAction = keepForm\b/.test(text),
        isTold: tells(file),
        isPayment: /\bpayment: true/.test(text),
      }
    })

/** Whether a module, or one that it imports, shows that there was no reply. */
function tells(file: string): boolean {
  const seen = new Set([file])
  for (const at of seen) {
    const text = read(at)
    if (at !== NOTE && /<OfflineNote\b|\bisUnanswered\(/.test(text)) return true
    for (const [, to = ''] of text.matchAll(/from '([.#][^']+)'/g)) {
      const target = to.startsWith('#') ? to.slice(1) : path.join(path.dirname(at), to)
      if (existsSync(path.join(root, target))) seen.add(target)
    }
  }
  return false
}
const NOTE = 'app/web/ui/offline.tsx'
