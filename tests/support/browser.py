"""A real browser (chromium) for tests of pages: start, wait, errors of the console."""
import os
import time

DRIVER = "/usr/bin/chromedriver"


def possible():
    """Is what a browser needs installed? If not it is said what is missing."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        print("selenium is not installed: the page was not opened")
        return False
    if not os.path.exists(DRIVER):
        print("no chromedriver: the page was not opened")
        return False
    return True


def start(width=1500, height=1000):
    """A driver, None where the browser does not start."""
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    options = Options()
    for word in ("--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--allow-file-access-from-files", f"--window-size={width},{height}", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        return webdriver.Chrome(options=options, service=Service(DRIVER))
    except WebDriverException as error:
        print(f"the browser does not start: {error}")
        return None


def wait(driver, condition, seconds=120):
    begin = time.time()
    while time.time() - begin < seconds:
        if driver.execute_script("return " + condition):
            return True
        time.sleep(0.2)
    return False


def errors(driver):
    """Errors on the console."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
