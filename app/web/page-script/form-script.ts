// What forms and dialogs add to a page where scripts run (decision 0016). All listeners are on the
// window, so an answer may replace any part of the page; `draw` sees to what such a part contains.
import { openDialogs, watchDialogs } from './dialogs.ts'
import { sendForms } from './forms.ts'
import { drawNeeds, watchNeeds } from './needs.ts'
import { askPersons } from './person.ts'
import { drawPreviews } from './preview.ts'
import { whenParsed } from './scroll.ts'
import { drawSteps, goThroughSteps } from './steps.ts'
import { countWaits } from './waiting.ts'

function draw(part: Document | HTMLElement): void {
  drawSteps(part)
  openDialogs(part)
  drawNeeds(part)
  countWaits(part)
  askPersons(part)
}

watchDialogs()
watchNeeds()
const { forget, drawnLast } = drawPreviews(draw)
goThroughSteps(drawnLast)
sendForms((part) => {
  forget()
  draw(part)
})
whenParsed(() => draw(document))
