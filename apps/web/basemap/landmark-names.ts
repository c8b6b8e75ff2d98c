/** Rivers and peaks that carry a name on the map, by what Natural Earth calls them. */
import { type Named, named } from "./place-names.ts";

export const riverNamesOf: Record<string, Named> = {
  "Amu  Darya": named("Омударё", "Амударья", "Amu Darya", "Amudərya"),
  "Syr  Darya": named("Сирдарё", "Сырдарья", "Syr Darya", "Sırdərya"),
  Panj: named("Панҷ", "Пяндж", "Panj", "Pənc"),
  Pamir: named("Помир", "Памир", "Pamir", "Pamir"),
  Zarafshon: named("Зарафшон", "Зеравшан", "Zarafshon", "Zərəfşan"),
  Naryn: named("Норин", "Нарын", "Naryn", "Narın"),
  Kura: named("Кура", "Кура", "Kura", "Kür"),
  Aras: named("Арас", "Аракс", "Aras", "Araz"),
  Harirud: named("Ҳарируд", "Герируд", "Harirud", "Hərirud"),
  Helmand: named("Ҳилманд", "Гильменд", "Helmand", "Hilmənd"),
  Atrek: named("Атрак", "Атрек", "Atrek", "Ətrək"),
};

export const peakNamesOf: Record<string, Named> = {
  "Pik Imeni Ismail Samani": named(
    "Қуллаи Исмоили Сомонӣ",
    "пик Исмоила Сомони",
    "Ismoil Somoni Peak",
    "İsmayıl Samani zirvəsi",
  ),
  "Bazar Dyuzi": named("Бозордузу", "Базардюзю", "Bazarduzu", "Bazardüzü"),
  "Mount Ararat": named("Арарат", "Арарат", "Mount Ararat", "Ağrı dağı"),
  "Mt. Damavand": named("Дамованд", "Демавенд", "Damavand", "Dəmavənd"),
  "Gora Elbrus": named("Элбрус", "Эльбрус", "Elbrus", "Elbrus"),
  Nowshak: named("Нӯшоқ", "Ношак", "Noshaq", "Noşak"),
  Kongkoerh: named("Конгур", "Конгур", "Kongur", "Konqur"),
  K2: named("К2", "К2", "K2", "K2"),
};
