import { restoreLanguage } from '#app/i18n/browser.ts'
import { closeWhatIsOpen } from './closing.ts'
import { offerCopying } from './copying.ts'
import { sayDates } from './dated.ts'
import { answerOffline } from './offline.ts'
import { focusOnError } from './refused.ts'
import { keepScroll } from './scroll.ts'
import { showSearched } from './searched.ts'
import { offerShowing } from './showing.ts'
import { stepCounts } from './stepping.ts'
import { keepTyped } from './typed.ts'

// The few scripts that the markup of every page needs: on plain pages the only ones (decision
// 0024), on others in addition to React.
if (restoreLanguage()) location.reload()
keepScroll()
focusOnError()
keepTyped()
showSearched()
offerCopying()
offerShowing()
sayDates()
stepCounts()
answerOffline()
closeWhatIsOpen()
