import type { SubscriberCreate } from '../contract/subscriber.ts';
import type { Neighbourhood } from './places.ts';
import type { Random } from './random.ts';

type NameGroup = { given: string[]; family: string[] };

const list = (text: string) => text.split(', ');

/** Names in use in Nairobi, by weight. */
const nameGroups: readonly (readonly [number, NameGroup])[] = [
  [
    26,
    {
      given: list(
        'Wanjiru, Kamau, Njeri, Mwangi, Wambui, Kariuki, Nyambura, Peter, Grace, James, Mary, Samuel, Esther, Paul',
      ),
      family: list('Njoroge, Kimani, Gitau, Macharia, Waweru, Githinji, Ndungu, Muriuki, Karanja, Maina'),
    },
  ],
  [
    17,
    {
      given: list(
        'Achieng, Otieno, Akinyi, Odhiambo, Atieno, Ouma, Brian, Linet, Kevin, Mercy, Collins, Phoebe',
      ),
      family: list('Omondi, Owino, Okoth, Onyango, Oduor, Adongo, Ochieng, Awuor, Ogola, Opiyo'),
    },
  ],
  [
    12,
    {
      given: list('Kiprono, Chebet, Kipchoge, Jepkosgei, Kiplagat, Chepkemoi, Daniel, Faith, Sheila, Edwin'),
      family: list('Cheruiyot, Koech, Rotich, Kiptoo, Langat, Sang, Kosgei, Bett, Chepngeno, Ruto'),
    },
  ],
  [
    11,
    {
      given: list('Mutua, Mwende, Musyoka, Kanini, Nduku, Kyalo, Stephen, Ruth, Dennis, Agnes'),
      family: list("Mutiso, Kilonzo, Muthama, Ndeto, Nzomo, Wambua, Munyao, Kioko, Mwanzia, Ng'ang'a"),
    },
  ],
  [
    9,
    {
      given: list('Nekesa, Wafula, Nafula, Barasa, Simiyu, Naliaka, Moses, Violet, Isaac, Janet'),
      family: list('Wanjala, Wekesa, Makokha, Shikuku, Mukhwana, Masinde, Khaemba, Nyongesa'),
    },
  ],
  [
    9,
    {
      given: list('Amina, Hassan, Halima, Abdi, Fatuma, Omar, Khadija, Yusuf, Zeinab, Ahmed'),
      family: list('Mohamed, Abdullahi, Farah, Warsame, Sharif, Bakari, Salim, Noor, Adan, Jama'),
    },
  ],
  [
    7,
    {
      given: list('Priya, Rajesh, Anjali, Vikram, Meera, Sanjay, Nisha, Harpreet, Kiran, Arjun'),
      family: list('Patel, Shah, Singh, Mehta, Kapoor, Desai, Chandaria, Joshi, Sharma'),
    },
  ],
  [
    4,
    {
      given: list('Selam, Dawit, Tigist, Bereket, Chinedu, Ngozi, Jean-Paul, Aline, Musa, Sarah'),
      family: list('Tesfaye, Bekele, Haile, Okafor, Eze, Uwimana, Habimana, Ssemakula, Nakato'),
    },
  ],
  [
    5,
    {
      given: list('Zoë, Lars, Emma, Oliver, Chloé, André, Sofía, Wei, Yuki, Hannah'),
      family: list("Müller, O'Brien, van Dijk, Lindström, Rossi, García, Chen, Tanaka, Davies"),
    },
  ],
];

/** Ranges of mobile numbers: prefix and the number of digits after it, by weight. */
const numberRanges: readonly (readonly [number, readonly [prefix: string, digits: number]])[] = [
  [30, ['+25472', 7]],
  [22, ['+25471', 7]],
  [16, ['+25470', 7]],
  [10, ['+25479', 7]],
  [8, ['+254110', 6]],
  [6, ['+254101', 6]],
  [3, ['+25677', 7]],
  [3, ['+25575', 7]],
  [1, ['+4474001', 5]],
];

/** Reserved for examples (RFC 2606), so no demo email reaches a person. */
const emailDomains = ['example.com', 'example.org', 'example.net'];

/** Returns a function that draws people. Email, phone and `externalUserId` are unique. */
export function createPeople(random: Random): (home: Neighbourhood) => SubscriberCreate {
  const taken = new Set<string>();
  /** Calls `make` until its result is new. */
  const fresh = (make: (attempt: number) => string) => {
    for (let attempt = 1; ; attempt++) {
      const made = make(attempt);
      if (taken.has(made)) continue;
      taken.add(made);
      return made;
    }
  };
  let customerNumber = 1_000;
  return (home) => {
    const nameGroup = random.weighted(nameGroups);
    const firstName = random.pick(nameGroup.given);
    const lastName = random.pick(nameGroup.family);
    const domain = random.pick(emailDomains);
    const local = `${asciiOf(firstName)}.${asciiOf(lastName)}`;
    customerNumber += random.whole(1, 7);
    return {
      firstName,
      lastName,
      email: fresh((attempt) => `${local}${attempt === 1 ? '' : attempt}@${domain}`),
      phone: fresh(() => phone(random)),
      ...(random.chance(60) ? { externalUserId: `CRM-${customerNumber}` } : {}),
      street: `${random.pick(home.streets)} ${random.whole(1, 240)}`,
      city: home.city,
      region: home.region,
      postalCode: home.postalCode,
      country: 'KE',
    };
  };
}

function phone(random: Random): string {
  const [prefix, digits] = random.weighted(numberRanges);
  return prefix + String(random.whole(0, 10 ** digits - 1)).padStart(digits, '0');
}

function asciiOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
