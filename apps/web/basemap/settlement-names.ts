/**
 * Names of settlements by the name that GeoNames gives them. Old names are replaced by today's; those that nobody
 * uses any more are left out of the map.
 */
import { type Named, named } from "./place-names.ts";

/** Tajikistan: tg | ru | en | az. */
const tajik = `
Dushanbe|Душанбе|Душанбе|Dushanbe|Düşənbə
Isfara|Исфара|Исфара|Isfara|İsfara
Istaravshan|Истаравшан|Истаравшан|Istaravshan|İstəravşan
Kŭlob|Кӯлоб|Куляб|Kulob|Kulob
Konibodom|Конибодом|Канибадам|Konibodom|Konibodom
Khujand|Хуҷанд|Худжанд|Khujand|Xocənd
Bokhtar|Бохтар|Бохтар|Bokhtar|Boxtar
Qayroqqum|Гулистон|Гулистон|Guliston|Gülüstan
Vahdat|Ваҳдат|Вахдат|Vahdat|Vəhdət
Tursunzoda|Турсунзода|Турсунзаде|Tursunzoda|Tursunzadə
Buston|Бӯстон|Бустон|Buston|Buston
Panjakent|Панҷакент|Пенджикент|Panjakent|Pəncikənd
Khorugh|Хоруғ|Хорог|Khorugh|Xoruq
Ishqoshim|Ишкошим|Ишкашим|Ishkoshim|İşkaşim
Hisor|Ҳисор|Гиссар|Hisor|Hisar
Boshkengash|Бошкенгаш|Бошкенгаш|Boshkengash|Boşkengaş
Danghara|Данғара|Дангара|Danghara|Danqara
Moskovskiy|Ҳамадонӣ|Хамадони|Hamadoni|Həmədani
Hulbuk|Ҳулбук|Хулбук|Hulbuk|Hulbuk
Farkhor|Фархор|Фархор|Farkhor|Farxor
Chubek|Чубек|Чубек|Chubek|Çubek
Kolkhozobod|Балх|Балх|Balkh|Bəlx
Norak|Норак|Нурек|Norak|Nurek
Taboshar|Истиқлол|Истиклол|Istiqlol|İstiqlol
Yovon|Ёвон|Яван|Yovon|Yovon
Proletar|Меҳробод|Мехробод|Mehrobod|Mehrobod
Vakhsh|Вахш|Вахш|Vakhsh|Vaxş
Nov|Нов|Нау|Nov|Nov
Adrasmon|Адрасмон|Адрасман|Adrasmon|Adrasmon
Bŭston|Бӯстон|Бустон|Buston|Buston
Shahritus|Шаҳритус|Шаартуз|Shahritus|Şahrituz
Mŭ’minobod|Мӯминобод|Муминабад|Muminobod|Muminabad
Shaydon|Шайдон|Шайдон|Shaydon|Şaydon
Murghob|Мурғоб|Мургаб|Murghob|Murqab
Rasht|Рашт|Рашт|Rasht|Raşt
Avzikent|Авзикент|Авзикент|Avzikent|Avzikent
Abdurahmoni Jomí|Абдураҳмони Ҷомӣ|Абдурахмони Джоми|Abdurahmoni Jomi|Əbdürrəhman Cami
Khodzha-Maston|Хоҷамастон|Ходжамастон|Khojamaston|Xocamaston
Dŭstí|Дӯстӣ|Дусти|Dusti|Dusti
Sovet|Темурмалик|Темурмалик|Temurmalik|Temurmalik
Gharavŭtí|Ғаравӯтӣ|Гаравути|Gharavuti|Qaravuti
Pakhtakoron|Пахтакорон|Пахтакорон|Pakhtakoron|Paxtakoron
Panj|Панҷ|Пяндж|Panj|Pənc
Bokhtariyon|Бохтариён|Бохтариён|Bokhtariyon|Boxtariyon
Roghun|Роғун|Рогун|Roghun|Roqun
Obigarm|Обигарм|Обигарм|Obigarm|Obigarm
Konsoy|Консой|Консой|Konsoy|Konsoy
Orzu|Орзу|Орзу|Orzu|Orzu
Sarikhosor|Сарихосор|Сарихосор|Sarikhosor|Sarixosor
Jilikŭl|Ҷиликӯл|Джиликуль|Jilikul|Cilikul
Shahrinav|Шаҳринав|Шахринав|Shahrinav|Şəhrinav
Novobod|Навобод|Навобод|Navobod|Navobod
Bŭstonqal’a|Бӯстонқалъа|Бустонкала|Bustonqala|Bustonqala
Oltintopkan|Олтинтопкан|Алтын-Топкан|Oltintopkan|Altıntopkan
Neftobod|Нефтобод|Нефтеабад|Neftobod|Neftobod
Boshchorbogh|Бошчорбоғ|Бошчорбог|Boshchorbogh|Boşçorboq
Vorukh|Ворух|Ворух|Vorukh|Vorux
Quruqsoy|Қуруқсой|Куруксай|Quruqsoy|Quruqsoy
Palos|Палос|Палос|Palos|Palos
Shŭrob|Шӯроб|Шураб|Shurob|Şurob
Karakenja|Қарокенҷа|Каракенджа|Qarokenja|Qarokenca
Tagob|Тагоб|Тагоб|Tagob|Tagob
Tartiki|Тартикӣ|Тартики|Tartiki|Tartiki
Varzob|Варзоб|Варзоб|Varzob|Varzob
Ayní|Айнӣ|Айни|Ayni|Ayni
Darband|Дарбанд|Дарбанд|Darband|Dərbənd
Navgarzan|Навгарзан|Наугарзан|Navgarzan|Navgarzan
Vanj|Ванҷ|Вандж|Vanj|Vanc
Tavildara|Тавилдара|Тавильдара|Tavildara|Tavildara
Tajikobod|Тоҷикобод|Таджикабад|Tojikobod|Tacikobod
Shŭrobod|Шӯробод|Шуроабад|Shurobod|Şurobod
Shahriston|Шаҳристон|Шахристан|Shahriston|Şəhristan
Rŭshon|Рӯшон|Рушан|Rushon|Ruşan
Roshtqal’a|Роштқалъа|Рошткала|Roshtqala|Roştqala
Ismoili Somoní|Исмоили Сомонӣ|Исмоили Сомони|Ismoili Somoni|İsmayıl Samani
Obikiik|Обикиик|Обикиик|Obikiik|Obikiik
Somoniyon|Сомониён|Сомониён|Somoniyon|Somoniyon
Khovaling|Ховалинг|Ховалинг|Khovaling|Xovalinq
Levakant|Левакант|Левакант|Levakant|Levakant
Qalaikhumb|Қалъаи Хумб|Калаи-Хумб|Qalai Khumb|Qalai-Xumb
Qubodiyon|Қубодиён|Кубодиён|Qubodiyon|Qubodiyon
Ghonchí|Ғончӣ|Ганчи|Ghonchi|Qonçi
Fayzobod|Файзобод|Файзабад|Fayzobod|Feyzabad
Jirghatol|Ҷирғатол|Джиргаталь|Jirghatol|Cirqatol
Baljuvon|Балҷувон|Бальджувон|Baljuvon|Balcuvan
Bahorí|Баҳорӣ|Бахори|Bahori|Bahori
Zafarobod|Зафаробод|Зафарабад|Zafarobod|Zəfərabad
Ghafurov|Ғафуров|Гафуров|Ghafurov|Qafurov
Mehron|Меҳрон|Мехрон|Mehron|Mehron`;

/** Azerbaijan, where GeoNames gives a Russian, English or former name: GeoNames | az. */
const azerbaijani = `
Baku|Bakı
Ganja|Gəncə
Lankaran|Lənkəran
Yevlakh|Yevlax
Mingelchaur|Mingəçevir
Sheki|Şəki
Nakhchivan|Naxçıvan
Xankandi|Xankəndi
Agdzhabedy|Ağcabədi
Bilajari|Biləcəri
Khirdalan|Xırdalan
Barda|Bərdə
Jalilabad|Cəlilabad
Shamkhor|Şəmkir
Imishli|İmişli
Lokbatan|Lökbatan
Shamakhi|Şamaxı
Amirdzhan|Əmircan
Fizuli|Füzuli
Biny Selo|Binə
Divichibazar|Şabran
Kyurdarmir|Kürdəmir
Terter|Tərtər
Pushkino|Biləsuvar
Aghsu|Ağsu
Yeni Suraxanı|Rəsulzadə
Ujar|Ucar
Beylagan|Beyləqan
Mardakan|Mərdəkan
Belokany|Balakən
Binagadi|Binəqədi
Geytepe|Göytəpə
Aghstafa|Ağstafa
Qutqashen|Qəbələ
Balakhani|Balaxanı
Zardob|Zərdab
Martakert|Ağdərə
Zyrya|Zirə
Yukhary-Dashkesan|Daşkəsən
Masally|Masallı
Aliabad|Əliabad
Bilajer|Bilgəh
Kyadabek|Gədəbəy
Kerbakhiar|Kəlbəcər
Jebrail|Cəbrayıl
Cahri|Cəhri
Zangilan|Zəngilan
Dzagam|Zəyəm
Sharur City|Şərur
Severo-Vostotchnyi Bank|Bankə
Samux|Samux
Novyy Karanlug|Xocavənd
Kizhaba|Kijəba
Mughan|Muğan
Dolyar|Dəllər
Sovetabad|Həsənabad
Deste|Dəstə
Khojasan|Xocəsən
Kilyazi|Giləzi
Gyuzdek|Güzdək
Sedarak|Sədərək
Verkhniy Dashkesan|Yuxarı Daşkəsən
Askyaran|Əsgəran
Vank|Vəng
Sumbatan-diza|Sabirkənd
Ashagy Aylis|Aşağı Əylis
Arafsa|Ərəfsə
Begimli|Bəyimli
Shongar|Şonqar
Gyurgyan|Gürgən
Kyzyl-Burun|Siyəzən
Tazakend|Babək
Heydarabad|Heydərabad`;

/** Large places of the neighbours: GeoNames | tg | ru | en | az. */
const neighbouring = `
Tehran|Теҳрон|Тегеран|Tehran|Tehran
Kabul|Кобул|Кабул|Kabul|Kabil
Mashhad|Машҳад|Мешхед|Mashhad|Məşhəd
Tashkent|Тошканд|Ташкент|Tashkent|Daşkənd
Almaty|Алмаато|Алма-Ата|Almaty|Almatı
Tabriz|Табрез|Тебриз|Tabriz|Təbriz
Shymkent|Чимкент|Шымкент|Shymkent|Çimkənd
Yerevan|Ереван|Ереван|Yerevan|İrəvan
Tbilisi|Тбилисӣ|Тбилиси|Tbilisi|Tbilisi
Namangan|Намангон|Наманган|Namangan|Namanqan
Qom|Қум|Кум|Qom|Qum
Bishkek|Бишкек|Бишкек|Bishkek|Bişkek
Ashgabat|Ишқобод|Ашхабад|Ashgabat|Aşqabad
Islamabad|Исломобод|Исламабад|Islamabad|İslamabad
Peshawar|Пешовар|Пешавар|Peshawar|Pişavər
Makhachkala|Махачқалъа|Махачкала|Makhachkala|Mahaçqala
Rasht|Рашт|Решт|Rasht|Rəşt
Orūmīyeh|Урмия|Урмия|Urmia|Urmiya
Herāt|Ҳирот|Герат|Herat|Herat
Mazār-e Sharīf|Мазори Шариф|Мазари-Шариф|Mazar-i-Sharif|Məzari-Şərif
Samarkand|Самарқанд|Самарканд|Samarkand|Səmərqənd
Kashgar|Қошғар|Кашгар|Kashgar|Kaşğar
Andijon|Андиҷон|Андижан|Andijan|Əndican
Ardabīl|Ардабил|Ардебиль|Ardabil|Ərdəbil
Taraz|Тароз|Тараз|Taraz|Taraz
Nukus|Нукус|Нукус|Nukus|Nukus
Osh|Ӯш|Ош|Osh|Oş
Fergana|Фарғона|Фергана|Fergana|Fərqanə
Bukhara|Бухоро|Бухара|Bukhara|Buxara
Qarshi|Қаршӣ|Карши|Qarshi|Qarşi
Jalālābād|Ҷалолобод|Джелалабад|Jalalabad|Cəlalabad
Qo‘qon|Хӯқанд|Коканд|Kokand|Kokand
Marg‘ilon|Марғелон|Маргилан|Margilan|Marğilan
Türkmenabat|Чорҷӯй|Туркменабад|Türkmenabat|Türkmənabad
Turkestan|Туркистон|Туркестан|Turkistan|Türküstan
Angren|Ангрен|Ангрен|Angren|Anqren
Tirmiz|Тирмиз|Термез|Termez|Termez
Jizzax|Ҷиззах|Джизак|Jizzakh|Cizzax
Batumi|Батуми|Батуми|Batumi|Batumi
Chirchiq|Чирчиқ|Чирчик|Chirchiq|Çirçik
Kunduz|Қундуз|Кундуз|Kunduz|Qunduz
Gyumri|Гюмри|Гюмри|Gyumri|Gümrü
Shevchenko|Ақтау|Актау|Aktau|Aktau
Urganch|Урганҷ|Ургенч|Urgench|Ürgənc
Navoiy|Навоӣ|Навои|Navoiy|Nəvai
Shahrisabz|Шаҳрисабз|Шахрисабз|Shahrisabz|Şəhrisəbz`;

/** Names of a past that has ended, of places whose present name is not known to us. */
const leftOut = new Set(["Kirov", "Kim", "Moskva", "Orjonikidze", "Çinarlı"]);

const lines = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
const inFour = (table: string) =>
  new Map(
    lines(table).map(([key, tg = "", ru = "", en = "", az = ""]) => [key, named(tg, ru, en, az)]),
  );
const ofTajikistan = inFour(tajik);
const ofNeighbours = inFour(neighbouring);
const ofAzerbaijan = new Map(lines(azerbaijani).map(([key, az = ""]) => [key, az]));
/** English names where they differ from the Azerbaijani ones. */
const english: Record<string, string> = { Bakı: "Baku", Gəncə: "Ganja", Naxçıvan: "Nakhchivan" };

/** A settlement as `settlements_geonames.geojson` gives it. */
export interface Settlement {
  name: string;
  /** GeoNames feature code: PPLC the capital, PPLA of a first-level division, PPLA2 of a second-level one. */
  fc: string;
  /** ISO 3166-1 alpha-2 */
  cc: string;
  /** Inhabitants; 0 where not known. */
  pop: number;
  alt_cyr?: string[];
  az_guess?: string;
}

/** As Tajik writes words that came by Russian. */
const tajikLetters = (russian: string) =>
  russian.replaceAll("щ", "ш").replaceAll("ы", "и").replaceAll("ц", "с").replaceAll("ь", "");

/** Its names in four languages; undefined for one that the map leaves out. */
export function settlementNames(one: Settlement): Named | undefined {
  if (leftOut.has(one.name)) return undefined;
  if (one.cc === "TJ") return ofTajikistan.get(one.name);
  const known = one.cc === "AZ" ? undefined : ofNeighbours.get(one.name);
  if (known) return known;
  // Alternatives come in many languages: one in Russian letters alone is most likely Russian.
  const russian = (one.alt_cyr ?? []).find((name) =>
    /^[А-ЯЁ][а-яё]+(?:[ -][А-ЯЁа-яё]+)*$/.test(name),
  );
  const own = one.cc === "AZ" ? (ofAzerbaijan.get(one.name) ?? one.name) : one.name;
  const ru = russian ?? own;
  return named(russian ? tajikLetters(russian) : own, ru, english[own] ?? own, own);
}
