import { NUMBER_SETTINGS } from '#app/catalog/rules/settings.ts'
import type { SitePage } from '#app/kernel/description.ts'
import {
  BALANCE_AFTER_COMPLETION_MS,
  BOARD_KEPT_DAYS,
  CUTOFF_BEFORE_DEPARTURE_MS,
  DEPOSIT_PENCE,
  hours,
  PHONE_SHOWN_MS,
  REFUND_WORKING_DAYS,
} from '#app/kernel/limits.ts'
import { amountText } from '#app/kernel/money.ts'
import type { Item } from './service-descriptions.ts'

const DEPOSIT = `£${amountText(DEPOSIT_PENCE)}`
const CUTOFF_HOURS = CUTOFF_BEFORE_DEPARTURE_MS / hours(1)
const BALANCE_HOURS = BALANCE_AFTER_COMPLETION_MS / hours(1)
/** The minimum of licensing authorities; the console may set a longer time. */
const RECORD_MONTHS = NUMBER_SETTINGS.recordMonths.start
const KEPT_HOURS = PHONE_SHOWN_MS / hours(1)
/** UK companies keep the records of their accounts for six years. */
const BOOKS_YEARS = 6

/**
 * The pages about the product until an administrator completes them. Whatever follows from how the
 * product works is written out; what only the operator knows is marked, and the page says so
 * (`isIncomplete`).
 */
export const pageTexts: Record<SitePage, Item[]> = {
  about: [
    {
      key: 'what',
      zh: {
        title: '邻帮是什么',
        content:
          '邻帮帮诺丁汉的中国留学生凑车去机场、寄件、搬家和组团出游。拼车由同学发起，邻帮负责凑人、保管押金和安排车辆。',
      },
      en: {
        title: 'What Neighbourhelp is',
        content:
          'Neighbourhelp helps Chinese-speaking students in Nottingham share airport cars, send parcels, move house and travel together. Students open the carpools; we bring them together, look after the deposits and arrange the car.',
      },
    },
    {
      key: 'who',
      zh: {
        title: '谁在运营',
        content: '【待补充：公司或经营者的全名、注册号、注册地址、联系邮箱】',
      },
      en: {
        title: 'Who runs it',
        content:
          '[To be completed: the full name of the company or trader, its registration number, registered address and email]',
      },
    },
    {
      key: 'reach',
      zh: {
        title: '怎么找到我们',
        content: '有问题在微信上找客服，微信号在首页最下面。【待补充：客服在线时间】',
      },
      en: {
        title: 'How to reach us',
        content:
          'Message customer service on WeChat; the account is at the bottom of the home page. [To be completed: when customer service is there]',
      },
    },
  ],
  drivers: [
    {
      key: 'who',
      zh: {
        title: '司机是谁',
        content:
          '司机不是同学，由邻帮联系。【待补充：司机和车辆由哪家公司提供，牌照由哪个地方政府颁发，怎么查】',
      },
      en: {
        title: 'Who drives',
        content:
          'Not a fellow student: a driver arranged by Neighbourhelp. [To be completed: which operator provides driver and car, which council licenses them, and where that can be checked]',
      },
    },
    {
      key: 'insurance',
      zh: { title: '保险', content: '【待补充：车辆和乘客的保险】' },
      en: { title: 'Insurance', content: '[To be completed: how car and passengers are insured]' },
    },
    {
      key: 'contact',
      zh: {
        title: '怎么联系司机',
        content:
          '成团以后，车牌、司机、电话和上车地点安排好会通知你，也写在你的拼车记录里。【待补充：出发前多久安排好】',
      },
      en: {
        title: 'How to reach the driver',
        content:
          'Once the group is complete, we tell you the number plate, the driver, their phone and where to meet as soon as they’re assigned; your carpool record shows them too. [To be completed: how long before departure that is]',
      },
    },
  ],
  terms: [
    {
      key: 'deal',
      zh: {
        title: '你和谁约定',
        content:
          '下单或加入时，你和邻帮的经营者订立合同，经营者见“关于邻帮”。每项服务的具体约定在加入或下单前的须知里，以你确认时的内容为准。',
      },
      en: {
        title: 'Who your agreement is with',
        content:
          'When you order or join, you make a contract with the operator named under “About”. What each service promises and asks for is shown before you join or order, and what you confirmed then applies.',
      },
    },
    {
      key: 'account',
      zh: {
        title: '账号',
        content:
          '姓名请填真实姓名，注册后不能改。一个手机号一个账号，账号只给自己用。用别人的身份或银行卡、反复占座不付款的账号会被停用。',
      },
      en: {
        title: 'Your account',
        content:
          'Give your real name; it can’t be changed later. One account for each phone number, for yourself only. Accounts that use somebody else’s identity or card, or that keep taking seats without paying, are suspended.',
      },
    },
    {
      key: 'carpool',
      zh: {
        title: '拼车',
        content: `加入时冻结 ${DEPOSIT} 押金。出发前 ${CUTOFF_HOURS} 小时截止：拼满成团，押金抵车费，之后不能退出；没拼满，选了“不满也走”的人够就按成行人数的价格走，其他人可以改为包车或退回押金。余款在截止时间前付清，截止前 ${BALANCE_HOURS} 小时内才拼满的，拼满后 ${BALANCE_HOURS} 小时内付清；到时没付，座位释放，押金不退。`,
      },
      en: {
        title: 'Carpools',
        content: `Joining holds a ${DEPOSIT} deposit on your card. The cutoff is ${CUTOFF_HOURS} hours before departure: a full car goes ahead, the deposit goes towards your fare and you can’t leave any more; if it isn’t full, it goes at a higher price with those who chose that, if they are enough, and everybody else can take a private car or have the deposit back. The balance is due by the cutoff, or within ${BALANCE_HOURS} hours of a group filling later than that; if it isn’t paid, the seat is released and the deposit is kept.`,
      },
    },
    {
      key: 'liability',
      zh: {
        title: '责任',
        content:
          '【待补充：由律师确认的责任条款、投诉方式和适用法律。法律给消费者的权利不因本条款减少】',
      },
      en: {
        title: 'Liability',
        content:
          '[To be completed: terms on liability, complaints and the law that applies, confirmed by a lawyer. Nothing here takes away rights the law gives consumers]',
      },
    },
  ],
  privacy: [
    {
      key: 'what',
      zh: {
        title: '我们存什么',
        content:
          '注册时填的手机号、邮箱、姓名、微信号和（会员的）公寓；拼车和组团里的地址、航班、人数和行李；订单里的姓名、电话和地址；付款的金额、时间和编号；你同意同乘、各付车费的时间。卡号由支付公司 Stripe 处理，我们看不到也不存。',
      },
      en: {
        title: 'What we store',
        content:
          'From your registration: phone, email, name, WeChat and, for members, your flat. From your bookings: address, flight, number of people and luggage; names, phones and addresses of your orders; amounts, times and ids of payments; when you agreed to share a vehicle at separate fares. Card numbers are handled by Stripe; we never see or store them.',
      },
    },
    {
      key: 'who',
      zh: {
        title: '谁看得到',
        content:
          '别的同学看不到你的姓名、电话和地址，只看到一趟车有几个人、哪些航班。拼满以后，同车的人还看到你的姓、人数、航班和航站楼；微信号和手机号只有你在这趟车里打开了才看得到，出发一天以后就看不到了。留言板上写的，同车的人看得到；有人举报时客服也会看，每次都有记录。客服为了安排行程能看到你的资料，每次改动都有记录。司机在出发前后看得到这趟车上的姓名、人数、行李、航班和地址，临近出发才看得到电话。发牌机构检查时，我们要出示用车登记。服务器由 Cloudflare 提供，付款由 Stripe 处理，短信和邮件由发送服务商发出。我们不卖数据，不放广告，没有跟踪代码。',
      },
      en: {
        title: 'Who can see it',
        content:
          'Other students don’t see your name, phone or address; they see how many people are in a car, and its flights. Once the car is full, those in it also see your surname, how many you are, your flight and terminal; your WeChat ID and phone number only if you show them on that ride, and only until a day after departure. They can read what you write on the message board; so can customer service, for instance when somebody reports it, and each time is recorded. Customer service sees your details to arrange your booking, and every change is recorded. Around departure, your driver sees the names, number of people, luggage, flights and addresses of those in the car, and the phone numbers only shortly before. Licensing officers can ask to see the booking record. Cloudflare runs our servers, Stripe takes payments, and providers send our texts and emails. We don’t sell data, show ads or track you.',
      },
    },
    {
      key: 'long',
      zh: {
        title: '存多久',
        content: `账号注销时，姓名、联系方式、地址、航班和保存的卡都删掉；金额、时间和编号按税法留 ${BOOKS_YEARS} 年，里面没有你的姓名。坐过的车另有一份用车登记：姓名、预订和上车时间、上下车地点、司机和车牌。发牌机构要求出租车运营商保存，行程结束后至少留 ${RECORD_MONTHS} 个月，到期删除，注销账号也不会提前删。留言板在出发 ${BOARD_KEPT_DAYS} 天后全部删除，注销账号时你写的马上删除。备份里的旧内容最多 30 天后消失。`,
      },
      en: {
        title: 'For how long',
        content: `When you close your account, we erase your name, contact details, addresses, flights and saved card. Amounts, times and ids are kept for ${BOOKS_YEARS} years for the books, without your name. Of rides that were given a car we keep a booking record: your name, times of booking and pick-up, pick-up and destination, driver and number plate. Licensing authorities ask this of private-hire operators; it stays for at least ${RECORD_MONTHS} months after the ride, also if you close your account, and is then deleted. Message boards are deleted ${BOARD_KEPT_DAYS} days after departure, and what you wrote on them as soon as you close your account. Old copies in backups are gone after 30 days at most.`,
      },
    },
    {
      key: 'rights',
      zh: {
        title: '你可以做什么',
        content:
          '在“我的数据与账号”里可以下载全部数据、改资料、注销账号。其他要求找客服。对处理方式不满意，可以向英国信息专员办公室（ICO）投诉。【待补充：数据控制者的名称和联系方式】',
      },
      en: {
        title: 'What you can do',
        content:
          'Under “My data and account” you can download everything, correct your details and close your account. Ask customer service for anything else. If you aren’t happy with how we handle your data, you can complain to the Information Commissioner’s Office (ICO). [To be completed: name and contact of the data controller]',
      },
    },
    {
      key: 'cookies',
      zh: {
        title: 'Cookie 和你手机里存的',
        content: `只用必需的：记住登录、语言和没填完的表单。没有统计或广告用的 Cookie。打开过的拼车记录，安排好车以后会存在你的浏览器里，没有网络也能看；退出登录、换账号登录，或出发 ${KEPT_HOURS} 小时后不再显示。`,
      },
      en: {
        title: 'Cookies, and what your device keeps',
        content: `Only those that are needed: to keep you logged in, and to remember your language and messages between pages. None for statistics or advertising. Once a car is assigned, a carpool record that you have opened is kept in your browser, so that you can read it without a network; it’s gone once you log out, another account logs in, or ${KEPT_HOURS} hours after departure.`,
      },
    },
  ],
  refunds: [
    {
      key: 'hold',
      zh: {
        title: '押金是冻结，不是扣款',
        content: `加入拼车时，银行把 ${DEPOSIT} 冻结，银行 App 里可能显示一笔“待处理”。拼满才扣款。没拼满，或者你在成团和截止前退出，会自动解冻，不用申请。`,
      },
      en: {
        title: 'The deposit is held, not charged',
        content: `When you join a carpool, your bank sets ${DEPOSIT} aside; your banking app may show it as pending. It’s charged only when the car fills. If it doesn’t fill, or you leave before it fills and before the cutoff, the hold is lifted by itself; you needn’t ask.`,
      },
    },
    {
      key: 'when',
      zh: {
        title: '什么情况退钱',
        content:
          '没成团：押金全退。车被我们取消：押金、余款、积分全退。组团没成团：押金全退。寄件、搬家没办成：基础费退回。',
      },
      en: {
        title: 'When you get money back',
        content:
          'The car or trip doesn’t go ahead: all of your deposit. We cancel it: deposit, balance and points. A mail or moving order can’t be completed: the base price.',
      },
    },
    {
      key: 'not',
      zh: {
        title: '什么情况不退',
        content:
          '成团以后不能自己退出，有特殊情况找客服。到期没付余款，座位释放，押金不退，其他人按原价照常出发。',
      },
      en: {
        title: 'When you don’t',
        content:
          'Once a group is complete you can’t leave it yourself; talk to customer service if something has happened. If a balance isn’t paid in time, the seat is released and the deposit is kept, and the others travel at the price they were promised.',
      },
    },
    {
      key: 'long',
      zh: {
        title: '多久到账',
        content: `退回原卡，银行一般 1 到 ${REFUND_WORKING_DAYS} 个工作日显示。退到的卡已经注销，客服会和你联系。`,
      },
      en: {
        title: 'How long it takes',
        content: `It goes back to the card you paid with, usually within 1 to ${REFUND_WORKING_DAYS} working days. If that card no longer exists, customer service gets in touch.`,
      },
    },
  ],
}
