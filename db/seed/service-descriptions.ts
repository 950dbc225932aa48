import {
  BALANCE_AFTER_COMPLETION_MS,
  CUTOFF_BEFORE_DEPARTURE_MS,
  DEPOSIT_PENCE,
  FLIGHT_WINDOW_MS,
  hours,
  REFUND_WORKING_DAYS,
} from '#app/kernel/limits.ts'
import { amountText } from '#app/kernel/money.ts'

const DEPOSIT = `£${amountText(DEPOSIT_PENCE)}`
const inHours = (ms: number) => ms / hours(1)

type Text = { title: string; content: string }
/** `key` is its permanent name; the order of the list is the order on the page. */
export type Item = { key: string; zh: Text; en: Text }

/** What a student confirms before creating or joining a carpool, in this order. */
export const carpoolDescriptions: Item[] = [
  {
    key: 'how',
    zh: {
      title: '怎么拼车',
      content:
        '先选接机或送机，再加入一趟时间合适的拼车，或者自己发起一趟。截止时间前拼满就成团，之后付清余款，按约定时间出发。',
    },
    en: {
      title: 'How it works',
      content:
        'Choose pickup or drop-off, then join a carpool at a time that suits you or start your own. If the car fills before the cutoff it goes ahead: you pay the balance and leave at the agreed time.',
    },
  },
  {
    key: 'deposit',
    zh: {
      title: '押金',
      content: `发起或加入时冻结押金 ${DEPOSIT}，拼满才扣款，直接抵车费。坐满最后座位的人付完就成团，${DEPOSIT} 当场扣款。没拼满，或者你在成团和截止前退出，押金全额退回原卡，银行一般 1 到 ${REFUND_WORKING_DAYS} 个工作日显示。银行最多冻结约 7 天，如果押金被银行提前解冻，我们会提醒你重新冻结。`,
    },
    en: {
      title: 'Deposit',
      content: `When you start or join a carpool we hold ${DEPOSIT} on your card. It’s charged when the car fills, and goes towards your fare; whoever takes the last seat is charged at once. If it doesn’t fill, or you leave before it fills and before the cutoff, all of it goes back to your card, usually within 1 to ${REFUND_WORKING_DAYS} working days. Banks keep a hold for about 7 days; if yours is released early, we’ll ask you to hold the deposit again.`,
    },
  },
  {
    key: 'price',
    zh: {
      title: '车费',
      content: `按人数定价：坐满时，每人车费看这趟车有几个座位，见本页的价格表；没坐满，只有选了“不满也走”的人按成行人数的价格走，不超过各自选的最高价。圣诞、新年和春节期间按假期价。发起时的价格会写进这趟拼车，之后调价不影响你。余款等于每人车费乘以人数，再减去 ${DEPOSIT} 押金，要在截止时间前付清；截止前 ${inHours(BALANCE_AFTER_COMPLETION_MS)} 小时内才拼满的，拼满后 ${inHours(BALANCE_AFTER_COMPLETION_MS)} 小时内付清。逾期未付，你的座位会释放，押金不退，付清的人按原价照常出发。`,
    },
    en: {
      title: 'Fare',
      content: `The fare depends on the number of people. In a full car it’s the price for as many people as it has seats: see the price tables on this page. If a car isn’t full, only those who chose to go even so travel, at the price for as many as they are and never above the highest price each of them chose. Christmas, New Year and Lunar New Year have holiday prices. The price is fixed when the carpool is created, so later changes don’t affect you. The balance is the fare per person times your people, less the ${DEPOSIT} deposit. It’s due by the cutoff, or within ${inHours(BALANCE_AFTER_COMPLETION_MS)} hours of the car filling if that’s later. If it isn’t paid by then, your seat is released and the deposit isn’t refunded; those who have paid go at the same price.`,
    },
  },
  {
    key: 'cutoff',
    zh: {
      title: '截止时间',
      content: `用车前 ${inHours(CUTOFF_BEFORE_DEPARTURE_MS)} 小时截止。截止后不能再加入或退出，想加入请联系客服。到截止时间没拼满，但选了“不满也走”的人够，车就按成行人数的价格走，押金抵车费，余款在之后 ${inHours(BALANCE_AFTER_COMPLETION_MS)} 小时内付清；其他人和未成团一样，可以改为包车，也可以退押金、不去了。`,
    },
    en: {
      title: 'Cutoff',
      content: `The cutoff is ${inHours(CUTOFF_BEFORE_DEPARTURE_MS)} hours before departure. After it nobody can join or leave; if you still want to come along, contact customer service. If the car isn’t full by then, but enough people chose to go even so, it goes at the price for that many: the deposit goes towards it, and the balance is due within ${inHours(BALANCE_AFTER_COMPLETION_MS)} hours. Everybody else can, as after any car that doesn’t go ahead, take a private car or get the deposit back.`,
    },
  },
  {
    key: 'flights',
    zh: {
      title: '航站楼和航班',
      content: `同车的人最好在同一个航站楼，航班时间要相近：加入时，你的航班要在第一个航班的前后 ${inHours(FLIGHT_WINDOW_MS)} 小时内。接机请填机票上的到达时间，用车时间建议再晚 1 到 2 小时，留出过海关、取行李的时间；送机请留足值机和安检的时间。`,
    },
    en: {
      title: 'Terminal and flights',
      content: `It works best if everyone uses the same terminal, and flights have to be close together: to join, your flight must be within ${inHours(FLIGHT_WINDOW_MS)} hours of the first one in the car. For a pickup, enter the landing time on your ticket and set the car 1 to 2 hours later, for border control and bags. For a drop-off, leave enough time for check-in and security.`,
    },
  },
  {
    key: 'luggage',
    zh: {
      title: '行李',
      content:
        '请如实填写行李件数：大件是 24 寸以上的托运箱，小件是登机箱，随身包是背包或手提包。多出来的行李可能放不下，司机可以不载。',
    },
    en: {
      title: 'Luggage',
      content:
        'Please give the true number of pieces: large means a checked suitcase, small a cabin case, and bag a backpack or handbag. Luggage you didn’t mention may not fit, and the driver may refuse it.',
    },
  },
  {
    key: 'delay',
    zh: {
      title: '航班延误',
      content:
        '航班延误或改签，请马上联系客服。司机会等同车的人，但不能一直等，等太久的话，可能要你自己另外安排。',
    },
    en: {
      title: 'Delays',
      content:
        'If your flight is late or changed, contact customer service at once. The driver waits for the group but can’t wait for ever; after a long delay you may have to make your own way.',
    },
  },
  {
    key: 'late-cancellation',
    zh: {
      title: '临时取消',
      content: '成团前可以自己退出（最晚到截止时间），押金自动退回。成团后不能自行退出，押金不退。',
    },
    en: {
      title: 'Late cancellation',
      content:
        'Until the car is full, and before the cutoff, you can leave by yourself and the deposit goes back automatically. Once it’s full you can’t leave by yourself and the deposit isn’t refunded.',
    },
  },
  {
    key: 'privacy',
    zh: {
      title: '你的信息',
      content:
        '别人只看得到一趟车的人数、航站楼和航班，看不到你的地址、姓名和电话。成团后，同车的人还看得到你的姓、人数、航班和航站楼，客服会联系你。',
    },
    en: {
      title: 'Your details',
      content:
        'Others only see how many people are in a car, its terminals and its flights; nobody else sees your address, name or phone number. Once the car is full, those in it also see your surname, how many you are, your flight and terminal, and customer service gets in touch.',
    },
  },
  {
    key: 'help',
    zh: {
      title: '需要帮忙',
      content:
        '付款、改信息或者遇到问题，复制首页的客服微信号，在微信里添加，把拼车日期和机场告诉我们就行。',
    },
    en: {
      title: 'Need help',
      content:
        'For anything about payment, changes or problems, copy customer service’s WeChat ID from the home page, add us on WeChat and tell us the date and airport of your carpool.',
    },
  },
]
