import { data } from '@remix-run/cloudflare'
import { errorCatalogue } from '#app/domain/error.ts'
import { type PriceDoubt, priceChanges, priceDoubts } from '#app/domain/offer/prices.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { Admin } from '#app/services/admin/accounts.server.ts'
import type { AdminPriceTable, PriceChange } from '#app/services/admin/prices.server.ts'
import type { Period } from '#app/services/catalog/catalog.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { bringGridOnto, checkGrid, type Grid, type GridErrors, readGrid } from './grid.server.ts'

/** The table named in a page's address. */
export const tableOf = (request: Request): Period =>
  new URL(request.url).searchParams.get('table') === 'special' ? 'special' : 'normal'

/**
 * What the page shows after a form: the grid again, what would change, or the grid merged onto what
 * another administrator has saved.
 */
type Answer =
  | { step: 'form'; grid: Grid; errors: GridErrors; message?: string }
  | { step: 'preview'; grid: Grid; changes: PriceChange[]; doubts: PriceDoubt[] }
  | { step: 'stale'; grid: Grid; theirs: Record<string, string> }

const answer = (value: Answer, status = 200) => data(value, { status })

/** Previews or saves the posted grid. */
export async function answerGrid(context: AppContext, request: Request, admin: Admin) {
  const table = tableOf(request)
  const form = await request.formData()
  const intent = form.get('intent')
  const standing = await context.admin.prices.read(table)
  const grid = readGrid(form, standing.lines)
  if (intent === 'edit') return answer({ step: 'form', grid, errors: {} })
  if (grid.version !== standing.version) return stale(grid, standing)
  const { sent, errors } = checkGrid(context.t, grid, standing.lines)
  if (Object.keys(errors).length > 0)
    return answer({ step: 'form', grid, errors }, errorCatalogue.validationFailed)
  if (intent !== 'save') return answer(preview(grid, standing, sent))
  const saved = await context.admin.prices.replace(admin.id, table, grid.version, sent)
  if (saved.ok) {
    const to = `/admin/prices?table=${table}`
    return redirectWithFlash(context, to, { kind: 'success', key: `admin:price.saved.${table}` })
  }
  const { error } = saved
  if (error.code === 'versionConflict') return stale(grid, await context.admin.prices.read(table))
  const message = failureText(context.t, error)
  return answer({ step: 'form', grid, errors: {}, message }, errorCatalogue[error.code])
}

const stale = (grid: Grid, { lines, version }: AdminPriceTable) =>
  answer({ step: 'stale', ...bringGridOnto(grid, lines, version) }, errorCatalogue.versionConflict)

function preview(
  grid: Grid,
  { lines }: AdminPriceTable,
  sent: ReturnType<typeof checkGrid>['sent'],
): Answer {
  const known = new Map<string, (typeof lines)[number]>(lines.map((line) => [line.airportId, line]))
  const after = sent.flatMap(({ airportId, prices }) => {
    const line = known.get(airportId)
    return line ? [{ ...line, prices }] : []
  })
  const changes = priceChanges(lines, after)
  // Only warn about prices that were not already odd.
  const old = priceDoubts(lines)
  const isOld = (doubt: PriceDoubt) =>
    old.some(({ airportId, people }) => airportId === doubt.airportId && people === doubt.people)
  const doubts = priceDoubts(after).filter((doubt) => !isOld(doubt))
  return { step: 'preview', grid, changes, doubts }
}
