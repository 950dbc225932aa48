import * as z from 'zod'
import { REQUEST_LINES_MAX, REQUEST_MAX_PENCE, REQUEST_MIN_PENCE } from '#app/kernel/limits.ts'
import { minorUnitsOf } from '#app/kernel/money.ts'
import {
  LINE_TEXT_MAX,
  NOTE_MAX,
  OUTSIDE_WAYS,
  REQUEST_KINDS,
  type RequestLine,
  sumOf,
} from '#app/requests/rules/request.ts'
import { idField, missing, requiredText } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'

const shortText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: issue('tooLong', { max }) })
    .default('')

const numbers = Array.from({ length: REQUEST_LINES_MAX }, (_, at) => at + 1)
/** The fields of one line: `text1` and `amount1`, and so on. */
const lineFields = Object.fromEntries(
  numbers.flatMap((n) => [
    [`text${n}`, shortText(LINE_TEXT_MAX)],
    [`amount${n}`, shortText(20)],
  ]),
) as Record<`text${number}` | `amount${number}`, ReturnType<typeof shortText>>

/** A request for money as the console's form sends it. Empty lines are left out. */
export const requestFormSchema = z
  .object({
    id: idField('req'),
    what: z.enum(REQUEST_KINDS, { error: missing('required', 'invalidChoice') }),
    ...lineFields,
    note: shortText(NOTE_MAX),
  })
  .transform((sent, check) => {
    const lines: RequestLine[] = []
    const typedIn: Record<string, string> = sent
    for (const n of numbers) {
      const [text = '', typed = ''] = [typedIn[`text${n}`], typedIn[`amount${n}`]]
      if (text === '' && typed === '') continue
      const amount = minorUnitsOf(typed)
      const refuse = (path: string, message: string) =>
        check.addIssue({ code: 'custom', path: [path], message })
      if (text === '') refuse(`text${n}`, issue('required'))
      if (!amount) refuse(`amount${n}`, issue(typed === '' ? 'required' : 'amountInvalid'))
      if (text !== '' && amount) lines.push({ text, amount })
    }
    const sum = sumOf(lines)
    const isInRange = sum >= REQUEST_MIN_PENCE && sum <= REQUEST_MAX_PENCE
    if (!isInRange && check.issues.length === 0)
      check.addIssue({
        code: 'custom',
        path: [lines.length === 0 ? 'text1' : 'amount1'],
        message: issue(lines.length === 0 ? 'required' : 'requestAmountRange'),
      })
    const { id, what, note } = sent
    return { id: id as `req_${string}`, what, lines, note: note || null }
  })

/** How a request was paid outside the product. */
export const outsideFormSchema = z.object({
  how: z.enum(OUTSIDE_WAYS, { error: missing('required', 'invalidChoice') }),
  reference: requiredText(LINE_TEXT_MAX),
})
