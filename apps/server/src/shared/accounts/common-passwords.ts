/**
 * Common passwords of 15 characters and more, compared without case, spaces and punctuation.
 * Shorter ones are refused by their length already, so the usual lists' tops do not matter here;
 * these are their long forms: keyboard walks, counted rows, the words of such lists joined.
 */
const walks = [
  "qwertyuiopasdfghjklzxcvbnm",
  "correcthorsebatterystaple",
  "йцукенгшщзхъфывапролджэячсмитьбю",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "12345678901234567890",
  "09876543210987654321",
  "abcdefghijklmnopqrstuvwxyz",
  "абвгдежзийклмнопрстуфхцчшщ",
];
const words = [
  "password",
  "passwort",
  "пароль",
  "parol",
  "qwerty",
  "йцукен",
  "admin",
  "administrator",
  "letmein",
  "welcome",
  "iloveyou",
  "dragon",
  "football",
  "monkey",
  "sunshine",
  "princess",
  "changeme",
  "secret",
  "nihol",
  "ниҳол",
  "tajikistan",
  "тоҷикистон",
  "таджикистан",
  "azerbaijan",
  "azərbaycan",
  "dushanbe",
  "душанбе",
  "baku",
];
const tails = [
  "",
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "123456",
  "1234567",
  "12345678",
  "123456789",
  "1234567890",
  "2023",
  "2024",
  "2025",
  "2026",
  "2027",
];

function* walkPieces() {
  for (const walk of walks) {
    for (let length = 15; length <= walk.length; length++) {
      for (let from = 0; from + length <= walk.length; from++)
        yield walk.slice(from, from + length);
    }
  }
}

function* joinedWords() {
  for (const first of words) {
    for (const second of ["", ...words]) for (const tail of tails) yield first + second + tail;
  }
}

export const commonPasswords: ReadonlySet<string> = new Set(
  [...walkPieces(), ...joinedWords()].filter((word) => word.length >= 15),
);
